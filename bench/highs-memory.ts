/** Memory of HiGHS' WebAssembly by the size of the program: what `estimateBytes` is fitted to. */
import { logGPS, Model, makePattern } from '../src/index.js';
import { HighsBorder } from '../src/solve/highs/border.js';
import { HighsEngine } from '../src/solve/highs/highs-engine.js';

console.log('start  rows      columns   MiB of memory  B/(row + column)');
for (const cold of [false, true]) {
  for (const iterations of cold ? [20, 80, 160] : [20, 80, 320, 1200]) {
    const schedule = makePattern('sweep', { ranks: 64, bytes: 1024, iterations, computeNs: 1000 });
    const model = await Model.of(schedule, logGPS({ L: 3000, o: 5000, G: 0.018 }), { engine: 'sweep' });
    const border = new HighsBorder();
    const engine = new HighsEngine(model.system, { border, cold });
    const lines = model.lines(model.latency);
    await engine.evaluate(lines, model.latency.base);
    const mib = border.memoryBytes / 2 ** 20;
    const per = border.memoryBytes / (lines.rows + lines.vertices);
    console.log(
      `${cold ? 'cold ' : 'basis'}  ${String(lines.rows).padEnd(8)}  ${String(lines.vertices).padEnd(8)}  ${mib.toFixed(0).padStart(8)}  ${per.toFixed(0).padStart(12)}`,
    );
  }
}
