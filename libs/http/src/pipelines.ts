import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parseInSlices } from './parse-in-slices.js';
import { ParsingTurn } from './parsing-turn.js';

/**
 * Requests that may wait on all connections together, some 5 KB each. Few clients pipeline, and those send some dozens.
 */
export const maxWaitingRequests = 2_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Pipeline {
  isServing: boolean;
  readonly waiting: Exchange[];
  endParsing: () => void;
}

/**
 * Serves the requests of a connection one by one. Node hands on at once all that a client has sent without waiting for
 * responses (pipelining). One read can give thousands of requests, all worked on at once, and each response waits for
 * those before it. RFC 9112 section 9.3.2 also demands this order, except for safe methods.
 *
 * While requests wait, the connection is neither read nor parsed; only a write shows that its client has left. If too
 * many wait on all connections together, the next connection to add one is cut: its client may send the unanswered ones
 * again.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  readonly #turn = new ParsingTurn();
  #waitingInAll = 0;

  constructor(
    private readonly maxWaiting: number,
    private readonly onCut: () => void,
  ) {}

  /** Requests that wait for the response to the one before, on all connections. */
  get waiting(): number {
    return this.#waitingInAll;
  }

  /** Whether a request of the connection is being served. */
  isServing(socket: Socket): boolean {
    return this.#pipelines.get(socket)?.isServing ?? false;
  }

  /** The connection has become another protocol's, and counts as serving for ever. */
  leave(socket: Socket): void {
    const pipeline = this.#pipelines.get(socket);
    if (!pipeline) return;
    pipeline.isServing = true;
    pipeline.endParsing();
  }

  /** Call it once for a server, before it listens. `serve` gets one request of each connection at a time. */
  watch(server: Server, serve: RequestListener): void {
    const take: RequestListener = (request, response) => this.#take({ request, response }, serve);
    server
      .on('connection', (socket: Socket) => this.#open(socket))
      .on('request', take)
      .on('checkExpectation', take);
  }

  #open(socket: Socket): void {
    const pipeline: Pipeline = { isServing: false, waiting: [], endParsing: () => undefined };
    this.#pipelines.set(socket, pipeline);
    pipeline.endParsing = parseInSlices(socket, this.#turn, () => pipeline.waiting.length > 0);
    socket.once('close', () => this.#drop(pipeline));
  }

  #take(exchange: Exchange, serve: RequestListener): void {
    const { socket } = exchange.request;
    const pipeline = this.#pipelines.get(socket);
    if (!pipeline || socket.destroyed) return;
    if (!pipeline.isServing) return this.#begin(socket, pipeline, exchange, serve);
    if (this.#waitingInAll >= this.maxWaiting) {
      this.onCut();
      socket.destroy();
      return;
    }
    pipeline.waiting.push(exchange);
    this.#waitingInAll += 1;
    socket.pause();
  }

  #begin(socket: Socket, pipeline: Pipeline, exchange: Exchange, serve: RequestListener): void {
    const { request, response } = exchange;
    pipeline.isServing = true;
    response.once('close', () => this.#next(socket, pipeline, serve));
    serve(request, response);
  }

  #next(socket: Socket, pipeline: Pipeline, serve: RequestListener): void {
    // Its last response is sent: nothing more can be written to it.
    if (!socket.writable) this.#drop(pipeline);
    const first = pipeline.waiting.shift();
    pipeline.isServing = first !== undefined;
    if (!first) return;
    this.#waitingInAll -= 1;
    if (pipeline.waiting.length === 0) socket.resume();
    // The time limit of the response before must not end this one.
    socket.setTimeout(0);
    // One request of each connection per turn of the event loop. Otherwise requests that need no waiting would run in
    // one stretch, a hundred on each connection.
    setImmediate(() => {
      if (!socket.destroyed) this.#begin(socket, pipeline, first, serve);
    });
  }

  #drop(pipeline: Pipeline): void {
    this.#waitingInAll -= pipeline.waiting.length;
    pipeline.waiting.length = 0;
  }
}
