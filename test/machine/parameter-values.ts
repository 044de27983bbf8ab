/** A value of every parameter that shows in the runtime of `parameterProgram`: what tests of all parameters try. */
import type { ParameterKey } from '../../src/machine/parameters.js';

export type Texts = Readonly<Partial<Record<ParameterKey, string>>>;
export type ByText = Exclude<ParameterKey, 'overheadBySize'>;

/** Another value of each parameter than the default preset's, and what it needs beside it to show. */
export const VALUES: Readonly<Record<ByText, { readonly text: string; readonly beside?: Texts }>> = {
  L: { text: '11us' },
  o: { text: '2us' },
  G: { text: '0.5ns/B' },
  g: { text: '40us', beside: { nic: 'serial' } },
  S: { text: 'none' },
  protocol: { text: 'sync', beside: { S: '1KiB' } },
  async: { text: '500us' },
  cpu: { text: 'serial' },
  nic: { text: 'serial' },
};
