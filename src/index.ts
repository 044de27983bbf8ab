export * from './errors.js';
export { ScheduleBuilder } from './schedule/builder.js';
export * from './schedule/schedule.js';
export * from './units/units.js';
