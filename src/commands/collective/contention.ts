import { Flags } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { type TransferSource, transfersOf } from '../../cli/collective/forms.js';
import { readCollectiveGround } from '../../cli/collective/platform.js';
import { answerFlags, groundFlags } from '../../cli/flags/collective.js';
import { counts, oneName, sizes } from '../../cli/flags/lists.js';
import { groundJson } from '../../cli/present/collective.js';
import { contentionCsv, contentionJson, contentionText } from '../../cli/present/collective-contention.js';
import { ringTable, scatterAllgatherTable, sharedChannel } from '../../collective-models/index.js';
import { CHANNELS } from '../../collective-models/shape.js';
import { UsageError } from '../../errors.js';
import { decimal } from '../../units/units.js';

export default class CollectiveContentionCommand extends LlampCommand {
  static override summary = 'What contention and mapping cost under τ-Lop, and that LogGP does not see it.';
  static override description =
    'Two case studies as tables. Contention: allgather by recursive doubling beside scatter by binomial tree, of the same bytes. Mapping: ring allgather with neighbours on one node (sequential) and on different nodes (round robin).';
  static override examples = [
    '<%= config.bin %> collective contention',
    '<%= config.bin %> collective contention --ranks 2..128 --bytes 64KiB,1MiB --ring-ranks 64 --ranks-per-node 1..32',
    '<%= config.bin %> collective contention --serial 0.5',
  ];
  static override flags = {
    ranks: Flags.string({
      default: '2..64',
      helpValue: '2..64',
      description: 'P of the first table, powers of two',
    }),
    bytes: Flags.string({ default: '64KiB,1MiB', helpValue: '64KiB,1MiB', description: 'message sizes' }),
    segment: Flags.string({
      default: '8KiB',
      helpValue: '8KiB',
      description: 'bytes of a segment in shared memory',
    }),
    'ring-ranks': Flags.string({ default: '64', helpValue: '64', description: 'P of the second table' }),
    'ranks-per-node': Flags.string({
      default: '1..32',
      helpValue: '1..32',
      description: 'Q of the second table',
    }),
    channel: Flags.string({
      default: 'core',
      helpValue: CHANNELS.slice(0, 3).join('|'),
      description: 'channel of shared memory',
    }),
    transfers: Flags.string({
      helpGroup: 'PLATFORM',
      exclusive: ['serial'],
      helpValue: 'FILE',
      description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) in place of the flat trees',
    }),
    serial: Flags.string({
      helpGroup: 'PLATFORM',
      helpValue: '0..1',
      description: 'ideal channels with the LogGP parameters: 0 perfectly parallel, 1 perfectly serial',
    }),
    ...groundFlags,
    ...answerFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveContentionCommand);
    const channel = oneName(flags.channel, CHANNELS.slice(0, 3), '--channel');
    const ground = readCollectiveGround(flags);
    const loggp = { shared: ground.loggp[CHANNELS.indexOf(channel)], network: ground.loggp[3] };
    const transfers: TransferSource =
      flags.serial === undefined
        ? transfersOf(ground, channel, flags.transfers)
        : {
            shared: ideal(loggp.shared, parseShare(flags.serial)),
            network: ideal(loggp.network, parseShare(flags.serial)),
            source: `ideal channels, serial ${flags.serial}`,
          };
    const bytes = sizes(flags.bytes, '--bytes');
    const [segmentBytes] = sizes(flags.segment, '--segment');
    const [ringRanks] = counts(flags['ring-ranks'], '--ring-ranks', 2);
    const contention = scatterAllgatherTable({
      ranks: counts(flags.ranks, '--ranks', 2),
      bytes,
      segmentBytes,
      transfer: transfers.shared,
      loggp: loggp.shared,
    });
    const mapping = ringTable({
      ranks: ringRanks,
      ranksPerNode: counts(flags['ranks-per-node'], '--ranks-per-node', 1),
      bytes,
      shared: { transfer: transfers.shared, loggp: loggp.shared },
      network: { transfer: transfers.network, loggp: loggp.network },
    });
    await this.answer('collective-contention', flags, {
      json: () => ({
        input: { transfers: transfers.source, channel, segment_bytes: segmentBytes },
        machine: groundJson(ground),
        result: contentionJson(contention, mapping),
        warnings: [],
      }),
      csv: () => contentionCsv(contention, mapping),
      text: () =>
        `transfer times: ${transfers.source}, shared memory by channel ${channel}\n\n${contentionText(contention, mapping)}`,
    });
  }
}

function ideal({ latencyUs, gapUsPerByte }: { latencyUs: number; gapUsPerByte: number }, serial: number) {
  return sharedChannel(latencyUs, gapUsPerByte, serial);
}

function parseShare(text: string): number {
  const value = decimal(text.trim());
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`--serial '${text}' is not between 0 and 1`, 'write a number such as 0.5');
}
