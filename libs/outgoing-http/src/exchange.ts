import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { OutgoingError } from './outgoing-error.js';
import type { OutgoingRequest } from './outgoing-request.js';

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body, up to the maximum. */
  readonly body: Buffer;
  /** False: the body was too long, too slow or broke off. The status is valid all the same. */
  readonly isComplete: boolean;
  /** From the request to the status line, in ms. */
  readonly latencyMs: number;
}

/** Interim responses (1xx) before the status. One says that the request was read, or which links to load; more are a flood. */
const mostInterimResponses = 16;

/** Bytes before the status: headers of the response and of interim ones. Node bounds only those of each. */
const mostBytesBeforeStatus = 64 * 1_024;

/** One request on one connection, and its response. */
export class Exchange {
  /** The server closed the kept connection as the request was sent, so it hardly read the request. */
  metClosingConnection = false;

  constructor(
    private readonly request: OutgoingRequest,
    private readonly agent: http.Agent | https.Agent,
    /** `performance.now()` when the time limit began. */
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
      // Without a status the request has failed; with one, only the body has.
      const fail = (error: OutgoingError): void => {
        if (answered) return;
        release();
        reject(error);
      };
      // The promise is settled here, with or without an end event of the request.
      const end = (error: OutgoingError): void => {
        fail(error);
        isCut = true;
        outgoing.destroy();
      };

      const flooded = (): void => end(new OutgoingError('invalid_answer'));
      let interimResponses = 0;
      outgoing.on('information', () => {
        interimResponses += 1;
        if (interimResponses > mostInterimResponses) flooded();
      });
      outgoing.on('socket', (socket) => boundBytesBeforeStatus(outgoing, socket, flooded));
      outgoing.on('response', (incoming) => {
        answered = true;
        const latencyMs = performance.now() - this.startedAt;
        void readBody(incoming, this.request.maxAnswerBytes).then((read) => {
          release();
          const { statusCode: status = 0, headers: answerHeaders } = incoming;
          // A body without a length ends with its connection, so who ended that is not visible.
          const isComplete = read.isComplete && !isCut;
          resolve({ status, headers: answerHeaders, latencyMs, body: read.body, isComplete });
        });
      });
      // A switch to another protocol, which we don't support. It has no `response`, and no `error` at its end.
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

function boundBytesBeforeStatus(outgoing: http.ClientRequest, socket: Socket, flooded: () => void): void {
  let bytes = 0;
  const count = (piece: Buffer): void => {
    bytes += piece.byteLength;
    if (bytes > mostBytesBeforeStatus) flooded();
  };
  const stop = (): void => void socket.off('data', count);
  socket.on('data', count);
  outgoing.once('response', stop);
  outgoing.once('close', stop);
}

/** Never rejects. A longer body ends with its connection. */
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

/** If several addresses were tried, their errors come together. */
function rejectionAmong(error: unknown): OutgoingError | undefined {
  if (!(error instanceof AggregateError)) return undefined;
  return error.errors.find((one): one is OutgoingError => one instanceof OutgoingError);
}
