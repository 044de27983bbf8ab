/**
 * Serves the page on 127.0.0.1 to clients with its token. It has one page and five kinds of requests; no request names a
 * file. Refused requests have no effect.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { LlampError, UsageError } from '../../errors.js';
import { algorithmsFile } from '../input/own-algorithms.js';
import { errorCode } from '../process/files.js';
import { startThread } from '../process/package-files.js';
import { errorOf, shareData } from '../workers/plan.js';
import { FieldError, type Names, readQuery } from './settings.js';
import { type Answers, QUESTIONS, type Query, type Question, type Refused, TOKEN_HEADER } from './wire.js';
import type { Cancel, Job, JobAnswer, ViewedData, ViewedProgram } from './workbench.js';

// The computing threads of the server: one for immediate numbers, one for curves and pages, so that numbers never wait. Both
// read the same columns.

/** Answers the page's requests. `signal`: the client has left. */
interface Compute {
  ask(question: Question, wanted: Query, signal: AbortSignal): Promise<Answers[Question]>;
  close(): Promise<void>;
}

export function computeInThreads({ program, ...viewed }: ViewedProgram): Compute {
  const shared = { ...viewed, algorithms: algorithmsFile(), data: shareData(program.data) };
  const quick = new ComputingThread(shared);
  const thorough = new ComputingThread(shared);
  return {
    ask: (question, wanted, signal) =>
      (question === 'answer' ? quick : thorough).ask(question, wanted, signal),
    close: async () => {
      await Promise.all([quick.close(), thorough.close()]);
    },
  };
}

interface Waiting {
  readonly resolve: (value: Answers[Question]) => void;
  readonly reject: (error: Error) => void;
}

class ComputingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #broken: Error | null = null;

  constructor(data: ViewedData) {
    this.#worker = startThread('view', { workerData: data });
    this.#worker.on('message', (answer: JobAnswer) => this.#hear(answer));
    this.#worker.on('error', (error) =>
      this.#break(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#break(new Error('the computing thread has ended')));
  }

  ask(question: Question, wanted: Query, signal: AbortSignal): Promise<Answers[Question]> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', () => this.#worker.postMessage({ cancel: id } satisfies Cancel));
      this.#worker.postMessage({ id, question, query: wanted } satisfies Job);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear({ id, value, failure, field }: JobAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (value !== undefined) waiting?.resolve(value);
    else if (failure !== undefined) {
      const error = errorOf(failure);
      waiting?.reject(
        field !== undefined && error instanceof LlampError ? new FieldError(field, error) : error,
      );
    }
  }

  /** Out of memory, or a bug: fails all waiting and later requests. */
  #break(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
  }
}

const HOST = '127.0.0.1';
/** Settings take a few hundred bytes. */
const MAX_BODY = 64 * 1024;
/** Time limit for receiving a request with its body, ms. */
const MAX_TIME_MS = 10_000;
/** Checks of that limit per limit. */
const LOOKS = 10;

interface ServerOptions {
  /** 0: any free port. */
  readonly port: number;
  /** The page; `nonce` lets its own script run. */
  readonly page: (nonce: string) => string;
  readonly names: Names;
  readonly compute: Compute;
  /** Receives errors that are not due to the request. */
  readonly onBug?: (error: unknown) => void;
  /** In place of {@link MAX_TIME_MS}. */
  readonly requestMs?: number;
}

export interface RunningServer {
  /** Address with the token. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A refused request. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Throws UsageError for a port that is in use or forbidden. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const token = randomBytes(24).toString('base64url');
  const { requestMs = MAX_TIME_MS } = options;
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: requestMs / LOOKS,
  });
  const port = await listen(server, options.port);
  const guard = new Guard(token, port);
  server.on('request', (request, response) => {
    serve(request, response, guard, options).catch((error: unknown) =>
      refuse(request, response, error, options),
    );
  });
  return {
    url: `http://${HOST}:${port}/?token=${token}`,
    token,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = errorCode(error) === 'EADDRINUSE';
      const what = taken ? `port ${port} is in use` : `port ${port} cannot be used (${error.message})`;
      reject(new UsageError(what, 'name another with --port, or leave it out'));
    });
    server.listen({ port, host: HOST }, () => {
      const address = server.address();
      resolve(isInfo(address) ? address.port : port);
    });
  });
}

const isInfo = (address: unknown): address is AddressInfo => typeof address === 'object' && address !== null;

/** Access control. */
class Guard {
  readonly #token: Buffer;
  readonly #hosts: readonly string[];

  constructor(token: string, port: number) {
    this.#token = digest(token);
    this.#hosts = [`${HOST}:${port}`, `localhost:${port}`];
  }

  /** Refuses other host names (DNS rebinding) and pages of other origins. */
  checkOrigin({ headers, headersDistinct }: IncomingMessage): void {
    const { host = '', origin } = headers;
    if ((headersDistinct.host ?? []).length > 1) throw new Refusal(400, 'a request must name one host');
    if (!this.#hosts.includes(host)) throw new Refusal(403, 'this server accepts only requests to 127.0.0.1');
    const site = headers['sec-fetch-site'];
    const foreign = origin !== undefined && origin !== `http://${host}`;
    const fromElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign || fromElsewhere) throw new Refusal(403, 'requests from other origins are refused');
  }

  /** Compares digests in constant time, which hides content and length of the token. */
  checkToken(given: string | null): void {
    if (timingSafeEqual(digest(given ?? ''), this.#token)) return;
    throw new Refusal(403, 'the token is missing or wrong; open the address that llamp-ts printed');
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  options: ServerOptions,
): Promise<void> {
  guard.checkOrigin(request);
  const { path, query } = targetOf(request.url ?? '');
  if (path === '/') {
    allow(request, 'GET');
    guard.checkToken(query.get('token'));
    const nonce = randomBytes(16).toString('base64');
    send(response, 200, 'text/html; charset=utf-8', options.page(nonce), policy(nonce));
    return;
  }
  const question = QUESTIONS.find((one) => path === `/api/${one}`);
  if (question === undefined) throw new Refusal(404, 'there is nothing here');
  allow(request, 'POST');
  const token = request.headers[TOKEN_HEADER];
  guard.checkToken(typeof token === 'string' ? token : null);
  await answer(request, response, question, options);
}

/** The path as it was sent: nothing is decoded or resolved, so `..` leads nowhere. */
function targetOf(url: string): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return at < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

function allow(request: IncomingMessage, method: string): void {
  if (request.method !== method) throw new Refusal(405, `only ${method} is answered here`, { Allow: method });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  question: Question,
  { names, compute }: ServerOptions,
): Promise<void> {
  const kind = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(kind)) throw new Refusal(415, 'send application/json');
  const wanted = readQuery(parseJson(await bodyOf(request)), names);
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  const value = await compute.ask(question, wanted, gone.signal);
  send(response, 200, 'application/json', JSON.stringify(value));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
}

/** Stops reading as soon as it is too much. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = (): Refusal => new Refusal(413, `the body has more than ${MAX_BODY} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_BODY) throw tooLarge();
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  contentPolicy = CLOSED_POLICY,
  more: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': contentPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...more,
  });
  response.end(body);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { onBug }: ServerOptions,
): void {
  const [status, refused] = said(error);
  // The client has left, and its request was cancelled.
  if (status === 500 && !response.destroyed) onBug?.(error);
  // The rest of an unread body would be taken for the next request.
  const headers = error instanceof Refusal ? error.headers : {};
  const more = request.complete ? headers : { ...headers, Connection: 'close' };
  send(response, status, 'application/json', JSON.stringify(refused), CLOSED_POLICY, more);
}

function said(error: unknown): [number, Refused] {
  if (error instanceof Refusal) return [error.status, { error: error.message }];
  if (error instanceof FieldError) return [422, { error: error.message, field: error.field }];
  if (error instanceof LlampError) return [422, { error: error.message }];
  return [500, { error: 'a bug of llamp-ts, or not enough memory; see its terminal' }];
}
