import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { OutgoingError, type OutgoingErrorReason } from './outgoing-error.js';
import type { OutgoingRequest } from './outgoing-request.js';
import { piecesOf } from './pieces.js';

interface AnswerHead {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** From the request to the status line, in ms. */
  readonly latencyMs: number;
}

export interface OutgoingAnswer extends AnswerHead {
  /** The body, up to the maximum. */
  readonly body: Buffer;
  /** False: the body was too long, too slow or broke off. The status is valid all the same. */
  readonly isComplete: boolean;
  /** Null: it is complete. */
  readonly incompleteBecause: OutgoingErrorReason | null;
}

/** A response whose body is read as it comes. The request's time and size bound it all the same. */
export interface OutgoingStream extends AnswerHead {
  /** To be read once. @throws OutgoingError where the body breaks off: it is too long or too slow, or its connection ends. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Ends the connection of a body that is not read to its end. */
  end(): void;
}

/** A response whose head has come. */
interface OpenAnswer extends AnswerHead {
  readonly incoming: http.IncomingMessage;
  /** Why the connection was ended from here. */
  readonly cutBecause: () => OutgoingErrorReason | undefined;
  readonly end: () => void;
  /** To be called when nothing more is read. */
  readonly release: () => void;
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
    /** Whether bytes of the request may have left. */
    public wasSent = false,
  ) {}

  async answer(): Promise<OutgoingAnswer> {
    const { incoming, cutBecause, release, status, headers, latencyMs } = await this.#open();
    const { maxAnswerBytes } = this.request;
    const read = await readBody(incoming, maxAnswerBytes);
    release();
    // A body without a length ends with its connection, so who ended that is not visible.
    const broken = cutBecause() ?? (read.isComplete ? null : 'connection_lost');
    const incompleteBecause = read.isTooLong ? 'answer_too_long' : broken;
    const isComplete = incompleteBecause === null;
    return { status, headers, latencyMs, body: read.body, isComplete, incompleteBecause };
  }

  async stream(): Promise<OutgoingStream> {
    const { status, headers, latencyMs, ...open } = await this.#open();
    return { status, headers, latencyMs, pieces: piecesOf(open, this.request.maxAnswerBytes), end: open.end };
  }

  #open(): Promise<OpenAnswer> {
    const { method, url, headers, body, signal } = this.request;
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const { request: open } = isSecure ? https : http;
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const outgoing = open(url, {
        method,
        agent: this.agent,
        headers: { ...headers, ...(bytes && { 'content-length': bytes.byteLength }) },
      });
      const timer = setTimeout(() => end('timed_out'), this.#remainingMs());
      const abort = (): void => end('aborted');
      let answered = false;
      let cut: OutgoingErrorReason | undefined;
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
      const end = (reason: OutgoingErrorReason): void => {
        fail(new OutgoingError(reason, { wasSent: this.wasSent }));
        cut ??= reason;
        outgoing.destroy();
      };

      const flooded = (): void => end('invalid_answer');
      let interimResponses = 0;
      outgoing.on('information', () => {
        interimResponses += 1;
        if (interimResponses > mostInterimResponses) flooded();
      });
      outgoing.on('socket', (socket) => {
        this.#noteSending(outgoing, socket, isSecure);
        boundBytesBeforeStatus(outgoing, socket, flooded);
      });
      outgoing.on('response', (incoming) => {
        answered = true;
        incoming.on('error', () => undefined);
        resolve({
          incoming,
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          latencyMs: performance.now() - this.startedAt,
          cutBecause: () => cut,
          end: () => {
            release();
            outgoing.destroy();
          },
          release,
        });
      });
      // A switch to another protocol, which we don't support. It has no `response`, and no `error` at its end.
      outgoing.on('upgrade', () => end('invalid_answer'));
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (cut !== undefined) return;
        this.metClosingConnection = outgoing.reusedSocket && isConnectionLoss(error);
        fail(toOutgoingError(error, this.wasSent));
      });
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      outgoing.end(bytes);
    });
  }

  /** Node writes the request as soon as it has a connection: a kept one at once. */
  #noteSending(outgoing: http.ClientRequest, socket: Socket, isSecure: boolean): void {
    const sent = (): void => {
      this.wasSent = true;
    };
    if (outgoing.reusedSocket || (!isSecure && !socket.connecting)) sent();
    else socket.once(isSecure ? 'secureConnect' : 'connect', sent);
  }

  #remainingMs(): number {
    return this.startedAt + this.request.timeoutMs - performance.now();
  }
}

function boundBytesBeforeStatus(outgoing: http.ClientRequest, socket: Socket, flooded: () => void): void {
  let bytes = 0;
  let isOver = false;
  const count = (piece: Buffer): void => {
    // The piece with the status is parsed before it comes here, and may hold much of the body.
    if (isOver) return;
    bytes += piece.byteLength;
    if (bytes > mostBytesBeforeStatus) flooded();
  };
  const stop = (): void => {
    isOver = true;
    socket.off('data', count);
  };
  socket.on('data', count);
  outgoing.once('response', stop);
  outgoing.once('close', stop);
}

interface ReadBody {
  readonly body: Buffer;
  readonly isTooLong: boolean;
  /** Whether its end has come. */
  readonly isComplete: boolean;
}

/** Never rejects. A longer body ends with its connection. */
function readBody(incoming: http.IncomingMessage, maxBytes: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      const body = Buffer.concat(pieces).subarray(0, maxBytes);
      resolve({ body, isTooLong: length > maxBytes, isComplete: incoming.complete });
    };
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.byteLength;
      if (length > maxBytes) incoming.destroy();
    });
    // Its connection may have ended before anybody read.
    if (incoming.closed) finish();
    else incoming.once('close', finish);
  });
}

function isConnectionLoss({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function toOutgoingError(error: NodeJS.ErrnoException, wasSent: boolean): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const refused = rejectionAmong(error);
  if (refused) return refused;
  const options = { cause: error, wasSent };
  if (error.code?.startsWith('HPE_')) return new OutgoingError('invalid_answer', options);
  if (isConnectionLoss(error)) return new OutgoingError('connection_lost', options);
  return new OutgoingError('connection_failed', options);
}

/** If several addresses were tried, their errors come together. */
function rejectionAmong(error: unknown): OutgoingError | undefined {
  if (!(error instanceof AggregateError)) return undefined;
  return error.errors.find((one): one is OutgoingError => one instanceof OutgoingError);
}
