/** Noise in the report: the answer of `noise`, word by word, where it is asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { inFull } from '../part.js';

const folder = scratch();

async function reported(...argv: readonly string[]) {
  const file = join(folder, 'page.html');
  const { code, stdout, stderr } = await runCli(['report', ...argv, '--output', file, '--json', '--quiet']);
  expect(code, stderr).toBe(0);
  const html = readFileSync(file, 'utf8');
  const section = /<section aria-labelledby="h-noise">.*?<\/section>/s.exec(html)?.[0] ?? '';
  return { answer: JSON.parse(stdout), section, html };
}

async function query(...argv: readonly string[]) {
  return await askJson(['noise', ...argv]);
}

/** Cells of the table whose head begins with a text, by row. */
function rowsOf(section: string, head: string): string[][] {
  const tables = [...section.matchAll(/<table>.*?<\/table>/gs)].map(([text]) => text);
  const found = tables.find((text) => text.includes(`<th scope="col">${head}`)) ?? '';
  const rows = [...found.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([text]) => text);
  return rows.map((row) => [...row.matchAll(/>([^<>]+)<\/t[hd]>/g)].map(([, text]) => text));
}

describe('noise in the report', () => {
  inFull('is what noise answers to the same flags', async () => {
    const flags = ['traces/ring-4', '--jitter', 'L=exp:mean=500ns', '--pct', '1,5', '--seed', '7'];
    const [{ answer, section }, { result }] = await Promise.all([reported(...flags), query(...flags)]);
    expect(answer.result.noise).toEqual(result);
    expect(answer.result.noise.runtime_ns).toBe(answer.result.runtime_ns);
    const quantiles = rowsOf(section, 'quantile');
    expect(quantiles.map(([share]) => share)).toEqual(['5 %', '25 %', '50 %', '75 %', '95 %', '99 %']);
    const micros = (ns: number): string => `${Number((ns / 1000).toPrecision(4))} µs`;
    expect(quantiles[4][1]).toBe(micros(result.quantiles[4].runtime_ns));
    expect(quantiles[4][3]).toBe(
      `${micros(result.quantiles[4].low_ns)} to ${micros(result.quantiles[4].high_ns)}`,
    );
    const tolerated = rowsOf(section, '95 % of runs at most slower by');
    expect(tolerated.map(([percent]) => percent)).toEqual(['1 %', '5 %']);
    expect(tolerated[1][2]).toBe(micros(result.tolerance[1].delta_L_ns));
    const critical = rowsOf(section, 'part of the critical path');
    expect(critical[0][0]).toBe(result.criticality.ranks[0].name);
    expect(section).toContain('1,024 random runs (seed 7)');
    expect(section).toContain('<svg');
  });

  it('says of delays alone what T is then, without runs that are not drawn', async () => {
    const { answer, section } = await reported('traces/ring-4', '--delay', 'rank=1:+5us');
    const { delayed_runtime_ns: delayed, samples } = answer.result.noise;
    expect(samples).toBe(1);
    expect(delayed).toBeGreaterThan(answer.result.runtime_ns);
    expect(section).toContain(`delay rank=1:+5us. Nothing is random; T is`);
    expect(section).not.toContain('<svg');
    expect(rowsOf(section, 'quantile')).toEqual([]);
  });

  it('bears latency by the wire on a topology, as the page does', async () => {
    const flags = ['--topology', 'fat-tree:k=4', '--jitter', 'wire=exp:mean=50ns', '--samples', '64'];
    const { answer, section } = await reported('traces/ring-4', ...flags);
    const [{ delta_L_without_noise_ns: quiet }] = answer.result.noise.tolerance;
    expect(quiet / answer.result.tolerance[0].delta_ns).toBeCloseTo(1, 3);
    expect(section).toContain('ΔL is added to each wire');
  });

  it('is not in a report that does not ask', async () => {
    const { answer, html } = await reported('traces/ring-4');
    expect(answer.result.noise).toBeUndefined();
    expect(html).not.toContain('h-noise');
  });

  it.each([
    ['--samples 9', /--samples needs noise/],
    ['--seed 9', /--seed needs noise/],
    ['--delay rank=x', /--delay 'rank=x' cannot be read/],
    ['--delay rank=9:+5us', /rank 9, which does not exist/],
    ['--jitter exp:mean=500ns', /--jitter expects CLASS=DISTRIBUTION\. Write L=exp:mean=500ns\n$/],
    ['--jitter 500ns', /--jitter expects CLASS=DISTRIBUTION\. Write L=DISTRIBUTION with lognormal:mean/],
    ['--jitter K=exp:mean=1us', /names no latency class of the machine/],
  ])('refuses %s', async (line, message) => {
    await expectRefusal(['report', 'traces/ring-4', '--output', '-', ...line.split(' ')], 2, message);
  });
});
