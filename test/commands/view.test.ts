/** `llamp-ts view` from outside: who is answered, who is not, and that the numbers are the library's. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { type RunningServer, startServer } from '../../src/cli/view/server.js';
import { JobQueue, ViewSession } from '../../src/cli/view/session.js';
import { allowedNames, readSettings } from '../../src/cli/view/settings.js';
import type { Settings } from '../../src/cli/view/wire.js';
import { logGPS } from '../../src/machine/machine.js';
import { BIN, expectRefusal } from '../cli/run.js';
import { overlappedRing } from '../report/samples.js';
import { fixedProgram, tracedProgram, viewedProgram } from './view-samples.js';

const names = allowedNames({});
const settings = (changes: Partial<Settings> = {}): Settings =>
  readSettings({ machine: 'cscs-testbed', range: '+0..+80us', pct: '1,2,5', ...changes }, names);

const ring = () => viewedProgram(fixedProgram(overlappedRing(6, 24)));

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Query {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function send(port: number, { method = 'GET', path = '/', headers = {}, body }: Query): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** What comes back on a connection that says these pieces, then drips every so many ms, until it is closed. */
function spoken(port: number, pieces: readonly string[], dripMs?: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    for (const piece of pieces) socket.write(piece);
    const drops = dripMs === undefined ? undefined : setInterval(() => socket.write('x'), dripMs);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drops);
      resolve(text);
    });
  });
}

describe('the server', () => {
  let server: RunningServer;
  const bugs: unknown[] = [];

  beforeAll(async () => {
    const session = new ViewSession(ring());
    server = await startServer({
      port: 0,
      names,
      page: (nonce) => `<!doctype html><script nonce="${nonce}"></script>`,
      compute: { ask: (question, wanted) => session[question](wanted), close: async () => undefined },
      onBug: (error) => bugs.push(error),
    });
  });
  afterAll(async () => {
    await server.close();
    expect(bugs).toEqual([]);
  });

  const json = { 'content-type': 'application/json' };
  const asks = (changes: Query = {}): Query => ({
    method: 'POST',
    path: '/api/answer',
    body: JSON.stringify(settings()),
    ...changes,
    headers: { ...json, 'x-llamp-token': server.token, ...changes.headers },
  });
  const goesOn = async (): Promise<void> => {
    expect((await send(server.port, asks())).status).toBe(200);
  };

  it('gives the page to whoever has the token, under a policy that lets nothing else in', async () => {
    const { status, headers, body } = await send(server.port, { path: `/?token=${server.token}` });
    expect(status).toBe(200);
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const again = await send(server.port, { path: `/?token=${server.token}` });
    expect(again.body).not.toBe(body);
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(server.token.length).toBeGreaterThanOrEqual(32);
  });

  it('answers its own origin', async () => {
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`]) {
      const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      expect((await send(server.port, asks({ headers: own }))).status).toBe(200);
    }
  });

  it.each<[string, (port: number) => Query, number]>([
    ['a missing token', () => ({ path: '/' }), 403],
    ['a wrong token', () => ({ path: '/?token=x' }), 403],
    [
      'a question without a token',
      () => ({ method: 'POST', path: '/api/answer', headers: json, body: '{}' }),
      403,
    ],
    ['a foreign origin', () => asks({ headers: { origin: 'https://example.org' } }), 403],
    ['an origin of null', () => asks({ headers: { origin: 'null' } }), 403],
    ['another port as origin', () => asks({ headers: { origin: 'http://127.0.0.1:1' } }), 403],
    ['a request of another site', () => asks({ headers: { 'sec-fetch-site': 'cross-site' } }), 403],
    [
      'a name that was bound to 127.0.0.1',
      (port) => asks({ headers: { host: `evil.example:${port}` } }),
      403,
    ],
    ['a path out of the folder', () => ({ path: '/../../../../etc/passwd' }), 404],
    ['an encoded path out of the folder', () => ({ path: '/%2e%2e/%2e%2e/etc/passwd' }), 404],
    ['a path behind the page', () => ({ path: '/?token=x/../../etc/passwd' }), 403],
    ['an absolute target', () => ({ path: 'file:///etc/passwd' }), 404],
    ['a file that is there', () => ({ path: '/package.json' }), 404],
    ['another question', () => asks({ path: '/api/shell' }), 404],
    ['a question by GET', () => asks({ method: 'GET', body: '' }), 405],
    ['a page by POST', () => asks({ path: '/' }), 405],
    [
      'a preflight',
      () => asks({ method: 'OPTIONS', body: '', headers: { origin: 'https://example.org' } }),
      403,
    ],
    ['a form', () => asks({ headers: { 'content-type': 'text/plain' } }), 415],
    ['malformed JSON', () => asks({ body: '{"latency": ' }), 400],
    ['no body', () => asks({ body: '' }), 400],
    ['JSON that is no object', () => asks({ body: '[1]' }), 422],
    ['a setting that is none', () => asks({ body: '{"latencyy": "7us"}' }), 422],
    ['a pinned setting that is none', () => asks({ body: '{"pinned": {"pinned": {}}}' }), 422],
    ['a field that is no text', () => asks({ body: '{"latency": 3}' }), 422],
    ['a quantity without a unit', () => asks({ body: '{"latency": "3"}' }), 422],
    [
      'a range that ends before it begins',
      () => asks({ path: '/api/curve', body: '{"range": "9us..1us"}' }),
      422,
    ],
    ['a machine that is a file', () => asks({ body: '{"machine": "/etc/passwd"}' }), 422],
    ['a platform that is a file', () => asks({ body: '{"platform": "/etc/passwd"}' }), 422],
    ['a topology that is a file', () => asks({ body: '{"topology": "graph:/etc/passwd"}' }), 422],
    [
      'a pinned topology that is a file',
      () => asks({ body: '{"pinned": {"topology": "graph:/etc/passwd"}}' }),
      422,
    ],
    ['a topology larger than any', () => asks({ body: '{"topology": "fat-tree:k=5000"}' }), 422],
    ['pinned settings that are no object', () => asks({ body: '{"pinned": 3}' }), 422],
    ['a collective of GOAL', () => asks({ body: '{"collectives": ["nope=ring"]}' }), 422],
    ['a text that is too long', () => asks({ body: JSON.stringify({ latency: '9'.repeat(1000) }) }), 422],
  ])('refuses %s and goes on', async (_, query, status) => {
    const reply = await send(server.port, query(server.port));
    expect(reply.status, reply.body).toBe(status);
    expect(reply.body).not.toContain('root:');
    expect(JSON.parse(reply.body).error).toMatch(/\w/);
    await goesOn();
  });

  const head = (target: string, ...lines: readonly string[]): string =>
    [`${target} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...lines, '', ''].join('\r\n');
  const question = (...lines: readonly string[]): string =>
    head('POST /api/answer', `X-Llamp-Token: ${server.token}`, 'Content-Type: application/json', ...lines);

  it('says which method a place takes', async () => {
    const { headers } = await send(server.port, { method: 'HEAD', path: `/?token=${server.token}` });
    expect(headers.allow).toBe('GET');
  });

  it.each<[string, () => string[], RegExp]>([
    [
      'a request of two hosts',
      () => [head(`GET /?token=${server.token}`, 'Host: evil.example', 'Connection: close')],
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a huge upload by its announced length, before it is sent',
      () => [question('Content-Length: 5000000000')],
      /^HTTP\/1\.1 413 [\s\S]*more than 65536 bytes/,
    ],
    [
      'a huge upload that does not say how long it is, while it comes',
      () => [
        question('Transfer-Encoding: chunked'),
        ...Array<string>(6).fill(`4000\r\n${'x'.repeat(16 * 1024)}\r\n`),
      ],
      /^HTTP\/1\.1 413 /,
    ],
    ['a line that is no HTTP', () => ['nonsense\r\n\r\n'], /^HTTP\/1\.1 400 /],
  ])('refuses %s, and goes on', async (_, pieces, reply) => {
    expect(await spoken(server.port, pieces())).toMatch(reply);
    await goesOn();
  });

  it('does not mind someone who leaves', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(head('POST /api/report').slice(0, -2), () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('close', () => resolve());
    });
    await goesOn();
  });

  it('closes a request whose body drips', async () => {
    const dripped: unknown[] = [];
    const own = await startServer({
      port: 0,
      names,
      page: () => '',
      compute: { ask: () => Promise.reject(new Error('none')), close: async () => undefined },
      onBug: (error) => dripped.push(error),
      requestMs: 100,
    });
    const said = `POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1:${own.port}\r\nX-Llamp-Token: ${own.token}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
    const reply = await spoken(own.port, [said], 20);
    await own.close();
    expect(reply).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect(dripped).toEqual([]);
  });

  it('listens on the loopback alone, and says when its port is taken', async () => {
    await expect(
      startServer({
        port: server.port,
        names,
        page: () => '',
        compute: { ask: () => Promise.reject(new Error('none')), close: async () => undefined },
      }),
    ).rejects.toThrow(`port ${server.port} is in use`);
  });
});

describe('a session', () => {
  it('gives the numbers of the library after changes, whatever it was asked before', async () => {
    const session = new ViewSession(ring());
    await session.answer(settings());
    const query = settings({ latency: '1us', overhead: '0', rendezvous: 'none' });
    const answer = await session.answer(query);
    const machine = logGPS({ L: 1000, o: 0, G: 0.018 });
    const model = await Model.of(overlappedRing(6, 24), machine, { engine: 'sweep' });
    const expected = await tolerance(model, [1, 2, 5]);
    expect(answer).toMatchObject({ runtime: expected.runtime, lambda: expected.lambda.L, rho: expected.rho });
    expect(answer.tolerance.map(({ delta }) => delta)).toEqual(expected.tolerance.map(({ delta }) => delta));
    const { data } = await session.report(query);
    const curve = await exactCurve(model, 1000, 81_000);
    expect(data.curve.start).toEqual(curve.pieces.map(({ start }) => start));
    expect(data.curve.runtime).toEqual(curve.pieces.map(({ runtime }) => runtime));
    expect(data.timeline.stops.length).toBeGreaterThan(0);
  });

  it('says of an algorithm that was chosen what a plain machine cannot price', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'llamp-view-')), 'plain.yaml');
    writeFileSync(file, 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\ncpu: free\nnic: free\n');
    const session = new ViewSession(
      viewedProgram(await tracedProgram('cg-4'), { machine: { machine: file } }),
    );
    const codes = async (...collectives: string[]): Promise<string[]> => {
      const query = { machine: file, pct: '1', collectives };
      const { warnings } = await session.answer(readSettings(query, allowedNames({ machine: file })));
      return warnings.map(({ code }) => code);
    };
    expect(await codes('allreduce=linear')).toContain('independent-sends');
    expect(await codes('allreduce=ring')).not.toContain('independent-sends');
    expect(await codes()).not.toContain('independent-sends');
  });
});

describe('the queue of a computing thread', () => {
  it('drops what nobody waits for, waiting or between two critical paths', async () => {
    const said: [number, string][] = [];
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const queue = new JobQueue(ring(), ({ id, value, failure }) => {
      said.push([
        id,
        value !== undefined ? 'value' : failure?.kind === 'other' ? failure.message : 'refused',
      ]);
      if (id === 3) finish();
    });
    queue.add({ id: 0, question: 'report', query: settings() });
    queue.add({ id: 1, question: 'report', query: settings({ latency: '4us' }) });
    queue.add({ id: 2, question: 'answer', query: { ...settings(), range: 'x', pct: 'y' } });
    queue.add({ id: 3, question: 'answer', query: settings() });
    queue.cancel(0);
    queue.cancel(1);
    await done;
    expect(said).toEqual([
      [1, 'overtaken'],
      [0, 'overtaken'],
      [2, 'refused'],
      [3, 'value'],
    ]);
  });

  it('goes on behind an answer that cannot be sent, and says so instead', async () => {
    const said: [number, string][] = [];
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const queue = new JobQueue(ring(), ({ id, failure }) => {
      if (id === 0 && failure === undefined) throw new Error('could not be cloned');
      said.push([id, failure === undefined ? 'value' : JSON.stringify(failure)]);
      if (id === 1) finish();
    });
    queue.add({ id: 0, question: 'answer', query: settings() });
    queue.add({ id: 1, question: 'answer', query: settings() });
    await done;
    expect(said).toEqual([
      [0, expect.stringContaining('could not be cloned')],
      [1, 'value'],
    ]);
  });
});

describe('llamp-ts view', () => {
  it('prints its address, serves, and ends by SIGINT though a request is not at its end', async () => {
    const child = spawn(process.execPath, [BIN, 'view', 'traces/cg-4', '--quiet']);
    let stderr = '';
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    const url = await new Promise<URL>((resolve) => {
      child.stdout.on('data', (piece) => resolve(new URL(String(piece).trim())));
    });
    const port = Number(url.port);
    const page = await send(port, { path: url.pathname + url.search });
    expect(page.status).toBe(200);
    expect(page.body).toContain('data-collective="allreduce"');
    const headers = {
      'content-type': 'application/json',
      'x-llamp-token': url.searchParams.get('token') ?? '',
    };
    for (const path of ['/api/answer', '/api/curve', '/api/report', '/api/shared']) {
      const reply = await send(port, { method: 'POST', path, headers, body: JSON.stringify(settings()) });
      expect(reply.status, reply.body).toBe(200);
    }
    const open = connect(port, '127.0.0.1');
    open.on('error', () => undefined);
    await new Promise<void>((resolve) => open.write('POST /api/answer HTTP/1.1\r\n', () => resolve()));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(130);
    expect(stderr).toBe('');
    open.destroy();
  });

  it.each([
    ['view', 2, 'no INPUT given'],
    ['view no-such.goal', 3, 'no such file'],
    ['view goal-samples/ring.goal --latency 3', 2, 'Did you mean 3us?'],
    ['view goal-samples/ring.goal --pct x', 2, 'not a percentage'],
    ['view goal-samples/ring.goal --port 99999', 2, 'port'],
  ])('refuses %s', async (line, code, said) => {
    await expectRefusal(line, code, said);
  });
});
