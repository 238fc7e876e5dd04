import type { CallOptions as GrpcCallOptions, Client, Metadata } from '@grpc/grpc-js';
import { AttributeName, currentRequest, openSpan, type OpenSpan } from '@svc/telemetry';
import type { CallOptions } from './rpc-call.js';
import type { AnyRpcMethod } from './definition.js';
import { fromServiceError, isServiceError } from './failure-metadata.js';
import { writeRequestMetadata } from './request-metadata.js';

export async function callUnary(
  client: Client,
  method: AnyRpcMethod,
  request: unknown,
  options: CallOptions,
): Promise<unknown> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { span, metadata, callOptions } = outgoing(method, options);
  let onAbort = (): void => undefined;
  try {
    const response = await new Promise((resolve, reject) => {
      const call = client.makeUnaryRequest(
        method.path,
        (value: unknown) => method.requestSerialize(value),
        (bytes: Buffer) => method.responseDeserialize(bytes),
        request,
        metadata,
        callOptions,
        (failure, value) => {
          if (failure) reject(failure);
          else resolve(value);
        },
      );
      onAbort = () => call.cancel();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    span.end();
    return response;
  } catch (failure) {
    const seen = asSeenByCaller(failure, signal);
    span.end(seen);
    throw seen;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Messages are fetched as they are consumed; a consumer that stops early cancels the call. */
export async function* callStream(
  client: Client,
  method: AnyRpcMethod,
  request: unknown,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { span, metadata, callOptions } = outgoing(method, options);
  const call = client.makeServerStreamRequest(
    method.path,
    (value: unknown) => method.requestSerialize(value),
    (bytes: Buffer) => method.responseDeserialize(bytes),
    request,
    metadata,
    callOptions,
  );
  // The status of a call that was cancelled may come when nobody iterates any more; unheard it would end the process.
  call.on('error', () => undefined);
  const onAbort = (): void => call.cancel();
  signal?.addEventListener('abort', onAbort, { once: true });
  let seen: unknown;
  try {
    for await (const message of call) yield message;
  } catch (failure) {
    seen = asSeenByCaller(failure, signal);
    throw seen;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    call.cancel();
    span.end(seen);
  }
}

interface Outgoing {
  readonly span: OpenSpan;
  readonly metadata: Metadata;
  readonly callOptions: GrpcCallOptions;
}

function outgoing(method: AnyRpcMethod, options: CallOptions): Outgoing {
  const span = openSpan(method.path, {
    kind: 'client',
    attributes: { [AttributeName.rpcMethod]: method.path },
  });
  const requestId = options.requestId ?? currentRequest()?.requestId;
  return {
    span,
    metadata: writeRequestMetadata({ requestId, traceparent: span.traceparent }),
    callOptions: options.deadlineMs === undefined ? {} : { deadline: Date.now() + options.deadlineMs },
  };
}

/** Its own reason when the caller cancelled, else the failure as a DomainError. */
function asSeenByCaller(failure: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason as unknown;
  return isServiceError(failure) ? fromServiceError(failure) : failure;
}
