/** Times of concurrent transfers from the table that --transfers names, else from the platform. */
import {
  type ChannelName,
  type ModelledPlatform,
  parseTransferTable,
  platformTransfers,
  type TransferSource,
  tableTransfers,
} from '../../collective-models/index.js';
import { readTextFile } from '../output/files.js';

/** Throws InputError for a table that is none, LackingError where neither is there. */
export function readTransfers(
  file: string | undefined,
  platform: ModelledPlatform,
  channel: ChannelName,
): TransferSource {
  if (file === undefined) return platformTransfers(platform, channel);
  return tableTransfers(parseTransferTable(readTextFile(file), file), channel, file);
}
