import type { sendUnaryData, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { toDomainError, type DomainError } from '@svc/errors';
import { AttributeName, openSpan, runWithRequestContext, type Histogram, type Logger } from '@svc/telemetry';
import type { RpcCall } from './rpc-call.js';
import type { AnyRpcMethod } from './definition.js';
import { toStatus } from './failure-metadata.js';
import { readRequestMetadata } from './request-metadata.js';

export type UnaryHandler = (request: unknown, call: RpcCall) => Promise<unknown>;
export type StreamHandler = (request: unknown, call: RpcCall) => AsyncIterable<unknown>;

/** What all calls of one server share. */
export interface ServerCallEnvironment {
  readonly logger: Logger;
  /** Seconds per call, by method and code. */
  readonly durations: Histogram;
  readonly newRequestId: () => string;
}

type AnyServerCall = ServerUnaryCall<unknown, Buffer> | ServerWritableStream<unknown, Buffer>;

/** Resolves when the handler has ended, also after the caller went away. Never rejects. */
export function serveUnary(
  method: AnyRpcMethod,
  handler: UnaryHandler,
  call: ServerUnaryCall<unknown, Buffer>,
  respond: sendUnaryData<Buffer>,
  environment: ServerCallEnvironment,
): Promise<void> {
  return serve(method, call, environment, {
    work: async (rpcCall) => {
      const response = method.responseSerialize(await handler(call.request, rpcCall));
      return () => respond(null, response);
    },
    refuse: (error) => respond(toStatus(error)),
  });
}

/** As `serveUnary`. Each message waits until the one before it has left for the caller. */
export function serveStream(
  method: AnyRpcMethod,
  handler: StreamHandler,
  call: ServerWritableStream<unknown, Buffer>,
  environment: ServerCallEnvironment,
): Promise<void> {
  return serve(method, call, environment, {
    work: async (rpcCall) => {
      await pump(method, handler(call.request, rpcCall), call, rpcCall.signal);
      return () => call.end();
    },
    // grpc-js turns an emitted error into the status of the stream.
    refuse: (error) => call.emit('error', toStatus(error)),
  });
}

interface Outcome {
  /** Gives what finishes the call. */
  readonly work: (rpcCall: RpcCall) => Promise<() => void>;
  readonly refuse: (error: DomainError) => void;
}

async function serve(
  method: AnyRpcMethod,
  call: AnyServerCall,
  environment: ServerCallEnvironment,
  { work, refuse }: Outcome,
): Promise<void> {
  const startedAt = performance.now();
  const incoming = readRequestMetadata(call.metadata);
  const requestId = incoming.requestId ?? environment.newRequestId();
  const cancellation = new AbortController();
  const onCancelled = (): void =>
    cancellation.abort(new DOMException('The caller of this RPC went away', 'AbortError'));
  call.once('cancelled', onCancelled);
  const span = openSpan(method.path, {
    kind: 'server',
    traceparent: incoming.traceparent,
    attributes: { [AttributeName.rpcMethod]: method.path, [AttributeName.requestId]: requestId },
  });
  const rpcCall: RpcCall = { signal: cancellation.signal, requestId, traceparent: span.traceparent };
  const end = (code: string, failure?: unknown): void => {
    span.end(failure);
    const seconds = (performance.now() - startedAt) / 1000;
    environment.durations.record(seconds, { method: method.path, code });
  };

  await runWithRequestContext({ requestId, traceparent: span.traceparent }, () =>
    span.run(async () => {
      try {
        const finish = await work(rpcCall);
        call.off('cancelled', onCancelled);
        if (cancellation.signal.aborted) return end('cancelled');
        finish();
        end('ok');
      } catch (failure) {
        call.off('cancelled', onCancelled);
        if (cancellation.signal.aborted) {
          environment.logger.debug('an RPC handler ended after its caller went away', {
            method: method.path,
            error: failure,
          });
          return end('cancelled');
        }
        const error = toDomainError(failure);
        logFailure(environment.logger, method, error);
        refuse(error);
        end(error.code, error);
      }
    }),
  );
}

/** What the caller is told is public, so what only we may know is written down here. */
function logFailure(logger: Logger, method: AnyRpcMethod, error: DomainError): void {
  if (error.code === 'internal_error') logger.error('an RPC failed', { method: method.path, error });
  else if (error.privateDetail !== undefined)
    logger.warn('an RPC was refused', { method: method.path, error });
}

/**
 * Sends what the handler yields, one message at a time. When the caller goes away `return()` of the iterator is called
 * at once, so that a source that waits for something else learns of it; the handler's own clean-up is awaited.
 */
async function pump(
  method: AnyRpcMethod,
  messages: AsyncIterable<unknown>,
  call: ServerWritableStream<unknown, Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  let returned: Promise<unknown> | undefined;
  const giveUp = (): Promise<unknown> => (returned ??= Promise.resolve(iterator.return?.()));
  const onAbort = (): void => void giveUp().catch(() => undefined);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      if (signal.aborted) break;
      await written(call, method.responseSerialize(next.value), signal);
    }
    await giveUp();
  } catch (failure) {
    await giveUp().catch(() => undefined);
    throw failure;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves once the message was handed to the connection, which waits for the caller to read, or the caller is gone. */
function written(
  call: ServerWritableStream<unknown, Buffer>,
  message: Buffer,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    call.write(message, (failure: Error | null | undefined) => {
      signal.removeEventListener('abort', onAbort);
      if (failure) reject(failure);
      else resolve();
    });
  });
}
