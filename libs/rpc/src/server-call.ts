import { toDomainError, type DomainError } from '@svc/errors';
import { AttributeName, openSpan, runInRequest, type Histogram, type Logger } from '@svc/telemetry';
import type { RpcCall } from './rpc-call.js';
import type { AnyRpcMethod } from './definition.js';
import type { IncomingCall, StreamReply, UnaryReply } from './incoming-call.js';
import { sendMessages } from './send-messages.js';

export type UnaryHandler = (request: unknown, call: RpcCall) => Promise<unknown>;
/** Sends the messages to the caller. Resolves when all are sent; rejects with what the iterable throws. */
export type Drain = (messages: AsyncIterable<unknown>) => Promise<void>;
/**
 * Sends its stream through `drain`, from within: so interceptors surround the whole stream. It is an error to end
 * before the stream has, or without one.
 */
export type StreamHandler = (request: unknown, call: RpcCall, drain: Drain) => Promise<unknown>;

/** What all calls of one server share. */
export interface ServerCallEnvironment {
  readonly logger: Logger;
  /** Seconds per call, by method and code. */
  readonly durations: Histogram;
  readonly newRequestId: () => string;
}

/** Resolves when the handler has ended, also after the caller left. Never rejects. */
export function serveUnary(
  method: AnyRpcMethod,
  handler: UnaryHandler,
  call: IncomingCall,
  reply: UnaryReply,
  environment: ServerCallEnvironment,
): Promise<void> {
  return serve(method, call, environment, {
    work: async (rpcCall) => {
      const response = method.responseSerialize(await handler(call.request, rpcCall));
      return () => reply.answer(response);
    },
    refuse: (error) => reply.refuse(error),
  });
}

/** As `serveUnary`. Each message waits until the one before it is sent. */
export async function serveStream(
  method: AnyRpcMethod,
  handler: StreamHandler,
  call: IncomingCall,
  reply: StreamReply,
  environment: ServerCallEnvironment,
): Promise<void> {
  let sent: Promise<void> | undefined;
  let isSending = false;
  let isOver = false;
  let abandon = (): void => undefined;
  await serve(method, call, environment, {
    work: async (rpcCall, cancellation) => {
      abandon = () => cancellation.abort(new DOMException('The call ended before its stream', 'AbortError'));
      await handler(call.request, rpcCall, (messages) => {
        if (isOver) throw new Error(`The call of ${method.path} has ended before its stream`);
        if (isSending) throw new Error(`${method.path} sends two streams at once`);
        isSending = true;
        const sending = sendMessages(method, messages, reply, rpcCall.signal).finally(() => {
          isSending = false;
        });
        sent = sending.catch(() => undefined);
        return sending;
      });
      if (sent === undefined) throw new Error(`${method.path} gave no stream`);
      if (isSending) throw new Error(`What surrounds ${method.path} ended it before its stream`);
      return () => {
        isOver = true;
        reply.end();
      };
    },
    refuse: (error) => {
      isOver = true;
      reply.refuse(error);
      // Nothing may follow the error.
      if (isSending) abandon();
    },
  });
  await sent;
}

interface Outcome {
  /** Returns the function that finishes the call. */
  readonly work: (rpcCall: RpcCall, cancellation: AbortController) => Promise<() => void>;
  readonly refuse: (error: DomainError) => void;
}

async function serve(
  method: AnyRpcMethod,
  call: IncomingCall,
  environment: ServerCallEnvironment,
  { work, refuse }: Outcome,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = call.metadata.requestId ?? environment.newRequestId();
  const cancellation = new AbortController();
  const stopListening = call.onCancelled(() =>
    cancellation.abort(new DOMException('The caller of this RPC went away', 'AbortError')),
  );
  const span = openSpan(method.path, {
    kind: 'server',
    traceparent: call.metadata.traceparent,
    attributes: { [AttributeName.rpcMethod]: method.path, [AttributeName.requestId]: requestId },
  });
  const rpcCall: RpcCall = {
    signal: cancellation.signal,
    requestId,
    traceparent: span.traceparent,
    peer: call.peer,
  };
  const end = (code: string, error?: unknown): void => {
    span.end(error);
    const seconds = (performance.now() - startedAt) / 1000;
    environment.durations.record(seconds, { method: method.path, code });
  };

  await runInRequest({ requestId, traceparent: span.traceparent }, () =>
    span.run(async () => {
      try {
        const finish = await work(rpcCall, cancellation);
        stopListening();
        if (cancellation.signal.aborted) return end('cancelled');
        finish();
        end('ok');
      } catch (failure) {
        stopListening();
        if (cancellation.signal.aborted) {
          environment.logger.debug('an RPC handler ended after its caller went away', {
            method: method.path,
            error: failure,
          });
          return end('cancelled');
        }
        const error = toDomainError(failure);
        logError(environment.logger, method, error);
        refuse(error);
        end(error.code, error);
      }
    }),
  );
}

/** The caller gets only public parts; private ones are logged here. */
function logError(logger: Logger, method: AnyRpcMethod, error: DomainError): void {
  if (error.code === 'internal_error') logger.error('an RPC failed', { method: method.path, error });
  else if (error.privateDetail !== undefined)
    logger.warn('an RPC was refused', { method: method.path, error });
}
