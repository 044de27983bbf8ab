/** What `llamp-ts` alone says: what to type next. */
import { VERSION } from '../output/version.js';

export const WELCOME = `llamp-ts ${VERSION}: how much network latency can this MPI program bear, and what decides it?

See it work, on a sample that ships with it:
  $ llamp-ts demo

Trace your own program, under its own MPI:
  $ llamp-ts trace run -- mpirun -np 4 ./app    leaves the folder llamp-trace

Ask of a GOAL file, or of traces of all ranks (our own, liballprof, OTF2, SimGrid, DUMPI):
  $ llamp-ts check YOUR_INPUT                   what is in it
  $ llamp-ts tolerance YOUR_INPUT --pct 1,2,5   how much latency it bears
  $ llamp-ts report YOUR_INPUT                  a page to look at and to send
  $ llamp-ts view YOUR_INPUT                    the same live, in your browser

Every command:   llamp-ts --help
One of them:     llamp-ts tolerance --help
As you type:     eval "$(llamp-ts completion bash)"
Documentation:   llamp-ts docs, llamp-ts docs reading-the-numbers
`;
