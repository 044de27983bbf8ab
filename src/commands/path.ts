import { Flags } from '@oclif/core';
import { criticalPath } from '../analysis/path.js';
import { pathSites } from '../analysis/path-sites.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { namesOf } from '../cli/call-sites/names.js';
import { commonFlags } from '../cli/flags/common.js';
import { loadModel } from '../cli/pipeline/pipeline.js';
import { pathView } from '../cli/present/path.js';

export default class PathCommand extends LlampCommand {
  static override summary =
    'The critical path: what its time is spent on, the ranks it visits, its longest segments.';
  static override examples = [
    '<%= config.bin %> path trace.goal',
    '<%= config.bin %> path trace.goal --csv --segments 0',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    segments: Flags.integer({
      default: 10,
      min: 0,
      description: 'longest segments to show; 0: all, in order',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PathCommand);
    const loaded = await loadModel(argv, flags);
    const { schedule } = loaded.model;
    const path = criticalPath(loaded.model);
    const { names, warnings } = await namesOf(schedule.sites);
    const found = { path, sites: pathSites(schedule, path, names) };
    const told = { ...loaded, warnings: [...loaded.warnings, ...warnings] };
    await this.answer('path', flags, pathView(told, found, flags.segments));
  }
}
