import type { AnyRpcMethod } from './definition.js';
import type { IncomingCall, StreamReply, UnaryReply } from './incoming-call.js';
import { refuseAsBusy, type RunningCalls } from './running-calls.js';
import {
  serveStream,
  serveUnary,
  type ServerCallEnvironment,
  type StreamHandler,
  type UnaryHandler,
} from './server-call.js';

/** One method with its handler, which takes `drain` if the method streams. */
export interface BoundMethod {
  readonly method: AnyRpcMethod;
  readonly handler: UnaryHandler | StreamHandler;
}

/** A method of a running server: handles calls over any transport while there is room. */
export class ServedMethod {
  constructor(
    private readonly bound: BoundMethod,
    private readonly environment: ServerCallEnvironment,
    private readonly running: RunningCalls,
  ) {}

  get method(): AnyRpcMethod {
    return this.bound.method;
  }

  answer(call: IncomingCall, reply: UnaryReply): void {
    const handler = this.running.isFull ? refuseAsBusy : (this.bound.handler as UnaryHandler);
    this.running.add(serveUnary(this.method, handler, call, reply, this.environment));
  }

  stream(call: IncomingCall, reply: StreamReply): void {
    const handler = this.running.isFull ? refuseAsBusy : (this.bound.handler as StreamHandler);
    this.running.add(serveStream(this.method, handler, call, reply, this.environment));
  }
}
