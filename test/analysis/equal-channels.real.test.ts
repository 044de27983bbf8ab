/** The largest schedule at hand on channels of one latency. */
import { LARGEST, testEqualChannels } from './equal-channels.js';
import { sharedSchedules } from './schedules.js';

testEqualChannels(sharedSchedules().filter((name) => name === LARGEST));
