/** The parameters of a machine for people: one entry each, whatever stands in for it. */

import type { Machine } from './machine.js';
import { type MachineValues, PARAMETER_ROWS, type ParameterRow } from './parameters.js';

export interface ShownParameter {
  readonly parameter: ParameterRow;
  /** The row that says how the value is written: the parameter's own, or of what stands in for it. */
  readonly row: ParameterRow;
  readonly value: unknown;
}

const STAND_INS = new Map(
  PARAMETER_ROWS.flatMap(({ key, replacedBy }) =>
    PARAMETER_ROWS.filter((row) => row.key === replacedBy).map((row) => [key, row] as const),
  ),
);
const isStandIn = (row: ParameterRow): boolean => [...STAND_INS.values()].includes(row);

function shownParameters(valueFor: (row: ParameterRow) => unknown): ShownParameter[] {
  return PARAMETER_ROWS.filter((row) => !isStandIn(row)).map((parameter) => {
    const standIn = STAND_INS.get(parameter.key);
    const value = standIn === undefined ? null : valueFor(standIn);
    if (standIn === undefined || value === null)
      return { parameter, row: parameter, value: valueFor(parameter) };
    return { parameter, row: standIn, value };
  });
}

/** Every parameter with its value as text. */
export function valueTexts(
  values: MachineValues,
): { readonly parameter: ParameterRow; readonly text: string }[] {
  return shownParameters(({ key }) => values[key]).map(({ parameter, row, value }) => ({
    parameter,
    text: row.format(value),
  }));
}

/** The same of a machine, in few letters; several classes in one text. */
export function briefTexts(machine: Machine): { readonly parameter: ParameterRow; readonly text: string }[] {
  return shownParameters((row) => fieldOf(row, machine)).map(({ parameter, row, value }) => {
    const brief = (one: unknown): string => row.brief?.(one) ?? row.format(one);
    const classes = row.classes?.of(machine.network).map((one) => brief(one.value));
    return { parameter, text: classes?.join(', ') ?? brief(value) };
  });
}

/** A line of a report on a machine. */
export interface ReportedParameter {
  readonly parameter: ParameterRow;
  readonly name: string;
  readonly value: string;
}

/** What a report says of a machine: a line for each parameter, and for each class where there are several. */
export function reportedParameters(machine: Machine): ReportedParameter[] {
  return shownParameters((row) => fieldOf(row, machine)).flatMap(({ parameter, row, value }) => {
    if (row.classes !== undefined) return classLines(parameter, row.classes, machine);
    const text = row.reported === undefined ? row.format(value) : row.reported(value, machine);
    return text === null ? [] : [{ parameter, name: row.words, value: text }];
  });
}

function classLines(
  parameter: ParameterRow,
  { words, of }: NonNullable<ParameterRow['classes']>,
  { network }: Machine,
): ReportedParameter[] {
  const classes = of(network);
  return classes.map(({ name, value }) => ({
    parameter,
    name: classes.length === 1 ? parameter.words : `${words} ${name}`,
    value: parameter.format(value),
  }));
}

const fieldOf = ({ field }: ParameterRow, machine: Machine): unknown =>
  field === undefined ? undefined : machine[field];
