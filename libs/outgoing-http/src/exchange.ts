import http from 'node:http';
import https from 'node:https';
import { performance } from 'node:perf_hooks';
import { OutgoingError } from './outgoing-error.js';
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
      const timer = setTimeout(() => end(new OutgoingError('timed_out')), this.#remainingMs());
      const abort = (): void => end(new OutgoingError('aborted'));
      let answered = false;
      let isCut = false;
      const release = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      // Without a status the request has failed; with one the body alone has.
      const fail = (error: OutgoingError): void => {
        if (answered) return;
        release();
        reject(error);
      };
      // Whether the request tells of its end or not: the promise is settled here.
      const end = (error: OutgoingError): void => {
        fail(error);
        isCut = true;
        outgoing.destroy();
      };

      outgoing.on('response', (incoming) => {
        answered = true;
        const latencyMs = performance.now() - this.startedAt;
        void readBody(incoming, this.request.maxAnswerBytes).then((read) => {
          release();
          const { statusCode: status = 0, headers: answerHeaders } = incoming;
          // A body without a length ends with its connection: who ended that does not show in it.
          const isComplete = read.isComplete && !isCut;
          resolve({ status, headers: answerHeaders, latencyMs, body: read.body, isComplete });
        });
      });
      // An answer in another protocol, which nobody here speaks. It has no `response`, and no `error` at its end.
      outgoing.on('upgrade', () => end(new OutgoingError('invalid_answer')));
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (isCut) return;
        this.metClosingConnection = outgoing.reusedSocket && isConnectionLoss(error);
        fail(toOutgoingError(error));
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
  maxBytes: number,
): Promise<Pick<OutgoingAnswer, 'body' | 'isComplete'>> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      const body = Buffer.concat(pieces).subarray(0, maxBytes);
      resolve({ body, isComplete: incoming.complete && length <= maxBytes });
    };
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.byteLength;
      if (length > maxBytes) incoming.destroy();
    });
    incoming.on('error', () => undefined);
    incoming.once('close', finish);
  });
}

function isConnectionLoss({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function toOutgoingError(error: NodeJS.ErrnoException): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const refused = rejectionAmong(error);
  if (refused) return refused;
  if (error.code?.startsWith('HPE_')) return new OutgoingError('invalid_answer', { cause: error });
  if (isConnectionLoss(error)) return new OutgoingError('connection_lost', { cause: error });
  return new OutgoingError('connection_failed', { cause: error });
}

/** Where several addresses were tried, their failures come together. */
function rejectionAmong(error: unknown): OutgoingError | undefined {
  if (!(error instanceof AggregateError)) return undefined;
  return error.errors.find((one): one is OutgoingError => one instanceof OutgoingError);
}
