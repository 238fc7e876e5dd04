import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PipelineBounds {
  /** Requests of one connection that may wait for the answer to the one before. */
  readonly perConnection: number;
  /** The same of all connections together. */
  readonly inAll: number;
}

/** Some 5 KB each, without their bodies. Clients that pipeline at all (few do) send no more than some dozens. */
export const defaultPipelineBounds: PipelineBounds = { perConnection: 64, inAll: 2_000 };

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Pipeline {
  isServing: boolean;
  readonly waiting: Exchange[];
}

/**
 * Serves the requests of a connection one after the other. Node hands on at once all that a client has sent without
 * waiting for answers (pipelining): thousands from one read, each of which would be worked on at the same time, while
 * its answer has to wait for those before it. In order is also what RFC 9112 section 9.3.2 demands, except for safe
 * methods.
 *
 * While requests wait, the connection is not read: that its client has left is noticed when something is written to
 * it. One on which more are waiting than the bounds allow is cut: its
 * client may send again what was not answered.
 */
export class Pipelines {
  private readonly pipelines = new WeakMap<Socket, Pipeline>();
  private waitingInAll = 0;

  constructor(
    private readonly bounds: PipelineBounds,
    private readonly onCut: () => void,
  ) {}

  /** Requests that wait for the answer to the one before, of all connections. */
  get waiting(): number {
    return this.waitingInAll;
  }

  /** A listener for what a server emits as `request`: it hands on one of each connection at a time. */
  inOrder(serve: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const pipeline = this.pipelines.get(socket) ?? this.open(socket);
      if (pipeline.isServing) this.wait(socket, pipeline, { request, response });
      else this.begin(socket, pipeline, { request, response }, serve);
    };
  }

  private open(socket: Socket): Pipeline {
    const pipeline: Pipeline = { isServing: false, waiting: [] };
    this.pipelines.set(socket, pipeline);
    // Node resumes the connection for the body of each request, also for one that has come whole.
    socket.on('resume', () => {
      if (pipeline.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => this.drop(pipeline));
    return pipeline;
  }

  private wait(socket: Socket, pipeline: Pipeline, exchange: Exchange): void {
    // What Node had read before the connection was cut, at most 64 KiB, it still takes apart (5 µs a request).
    if (socket.destroyed) return;
    if (pipeline.waiting.length >= this.bounds.perConnection || this.waitingInAll >= this.bounds.inAll) {
      this.onCut();
      socket.destroy();
      return;
    }
    pipeline.waiting.push(exchange);
    this.waitingInAll += 1;
    socket.pause();
  }

  private begin(socket: Socket, pipeline: Pipeline, exchange: Exchange, serve: RequestListener): void {
    const { request, response } = exchange;
    pipeline.isServing = true;
    response.once('close', () => this.next(socket, pipeline, serve));
    serve(request, response);
  }

  private next(socket: Socket, pipeline: Pipeline, serve: RequestListener): void {
    pipeline.isServing = false;
    // Its last answer is out: nothing more can be said on it.
    if (!socket.writable) this.drop(pipeline);
    const first = pipeline.waiting.shift();
    if (!first) return;
    this.waitingInAll -= 1;
    if (pipeline.waiting.length === 0) socket.resume();
    // The time that the answer before was allowed must not end this one.
    socket.setTimeout(0);
    this.begin(socket, pipeline, first, serve);
  }

  private drop(pipeline: Pipeline): void {
    this.waitingInAll -= pipeline.waiting.length;
    pipeline.waiting.length = 0;
  }
}
