// Starts a command that computes with kernels again and again, and says whether one of them hung, failed or answered
// otherwise: `node scripts/kernel-starts.js [STARTS] [INPUT]`, with the default of 5,000 about an hour on a quiet core.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const STARTS = Number(process.argv[2] ?? 5000);
const root = fileURLToPath(new URL('..', import.meta.url));
const input = process.argv[3] ?? `${root}goal-samples/fig4.goal`;
/** Far longer than a start takes on a busy machine: what hangs is asleep for good. */
const HUNG_MS = 600_000;
const REPORT_EACH = 500;

/** Exit code, null for a process that hung, and what it printed. */
function start() {
  return new Promise((resolve) => {
    const words = [`${root}bin/run.js`, 'tolerance', input, '--engine', 'sweep', '--json', '--quiet'];
    const env = { ...process.env, LLAMP_KERNELS: 'all' };
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const hash = createHash('sha256');
    const timer = setTimeout(() => child.kill('SIGKILL'), HUNG_MS);
    child.stdout.on('data', (data) => hash.update(data));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, answer: hash.digest('hex') });
    });
  });
}

const seen = new Map();
for (let i = 1; i <= STARTS; i++) {
  const { code, answer } = await start();
  const key = code === null ? 'hung' : `exit ${code}, answer ${answer.slice(0, 8)}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
  if (i % REPORT_EACH === 0 || i === STARTS) console.log(i, Object.fromEntries(seen));
}
process.exitCode = seen.size === 1 && [...seen.keys()][0].startsWith('exit 0') ? 0 : 1;
