import http from 'node:http';
import https from 'node:https';
import { performance } from 'node:perf_hooks';
import { OutgoingFailure } from './outgoing-failure.js';
import type { OutgoingRequest } from './outgoing-request.js';

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** As much as was to be read. */
  readonly body: Buffer;
  /** False: the body was longer, came too slowly or broke off. The status stands all the same. */
  readonly isComplete: boolean;
  /** From the request to the status line, in ms. */
  readonly latencyMs: number;
}

/** One request on one connection, and its answer. */
export class Exchange {
  /** It was sent on a kept connection that its server closed at the same time, so it was hardly read. */
  metClosingConnection = false;

  constructor(
    private readonly request: OutgoingRequest,
    private readonly agent: http.Agent | https.Agent,
    /** `performance.now()` when the time began to count. */
    private readonly startedAt: number,
  ) {}

  answer(): Promise<OutgoingAnswer> {
    const { method, url, headers, body, signal } = this.request;
    return new Promise((resolve, reject) => {
      const { request: open } = url.protocol === 'https:' ? https : http;
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const outgoing = open(url, {
        method,
        agent: this.agent,
        headers: { ...headers, ...(bytes && { 'content-length': bytes.byteLength }) },
      });
      const timer = setTimeout(() => end(new OutgoingFailure('timed_out')), this.#remainingMs());
      const abort = (): void => end(new OutgoingFailure('aborted'));
      let answered = false;
      let isCut = false;
      const release = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      // Without a status the request has failed; with one the body alone has.
      const fail = (failure: OutgoingFailure): void => {
        if (answered) return;
        release();
        reject(failure);
      };
      // Whether the request tells of its end or not: the promise is settled here.
      const end = (failure: OutgoingFailure): void => {
        fail(failure);
        isCut = true;
        outgoing.destroy();
      };

      outgoing.on('response', (incoming) => {
        answered = true;
        const latencyMs = performance.now() - this.startedAt;
        void readBody(incoming, this.request.mostAnswerBytes).then((read) => {
          release();
          const { statusCode: status = 0, headers: answerHeaders } = incoming;
          // A body without a length ends with its connection: who ended that does not show in it.
          const isComplete = read.isComplete && !isCut;
          resolve({ status, headers: answerHeaders, latencyMs, body: read.body, isComplete });
        });
      });
      // An answer in another protocol, which nobody here speaks. It has no `response`, and no `error` at its end.
      outgoing.on('upgrade', () => end(new OutgoingFailure('invalid_answer')));
      outgoing.on('error', (failure: NodeJS.ErrnoException) => {
        if (isCut) return;
        this.metClosingConnection = outgoing.reusedSocket && isConnectionLoss(failure);
        fail(toOutgoingFailure(failure));
      });
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      outgoing.end(bytes);
    });
  }

  #remainingMs(): number {
    return this.startedAt + this.request.timeoutMs - performance.now();
  }
}

/** Never rejects. What is longer ends with its connection. */
function readBody(
  incoming: http.IncomingMessage,
  mostBytes: number,
): Promise<Pick<OutgoingAnswer, 'body' | 'isComplete'>> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      const body = Buffer.concat(pieces).subarray(0, mostBytes);
      resolve({ body, isComplete: incoming.complete && length <= mostBytes });
    };
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.byteLength;
      if (length > mostBytes) incoming.destroy();
    });
    incoming.on('error', () => undefined);
    incoming.once('close', finish);
  });
}

function isConnectionLoss({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function toOutgoingFailure(failure: NodeJS.ErrnoException): OutgoingFailure {
  if (failure instanceof OutgoingFailure) return failure;
  const refused = refusalAmong(failure);
  if (refused) return refused;
  if (failure.code?.startsWith('HPE_')) return new OutgoingFailure('invalid_answer', { cause: failure });
  if (isConnectionLoss(failure)) return new OutgoingFailure('connection_lost', { cause: failure });
  return new OutgoingFailure('connection_failed', { cause: failure });
}

/** Where several addresses were tried, their failures come together. */
function refusalAmong(failure: unknown): OutgoingFailure | undefined {
  if (!(failure instanceof AggregateError)) return undefined;
  return failure.errors.find((one): one is OutgoingFailure => one instanceof OutgoingFailure);
}
