import { AttributeName, currentRequest, openSpan, type OpenSpan } from '@svc/telemetry';
import type { AnyRpcMethod } from './definition.js';
import type { CallOptions } from './rpc-call.js';
import type { OutgoingCall, Transport } from './transport.js';

export async function callUnary(
  transport: Transport,
  method: AnyRpcMethod,
  request: unknown,
  options: CallOptions,
): Promise<unknown> {
  options.signal?.throwIfAborted();
  const { span, call } = outgoing(method, request, options);
  try {
    const response = await transport.unary(call);
    span.end();
    return response;
  } catch (error) {
    const seen = asSeenByCaller(error, options.signal);
    span.end(seen);
    throw seen;
  }
}

/** Messages are fetched as they are consumed; a consumer that stops early cancels the call. */
export async function* callStream(
  transport: Transport,
  method: AnyRpcMethod,
  request: unknown,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  options.signal?.throwIfAborted();
  const { span, call } = outgoing(method, request, options);
  let seen: unknown;
  try {
    yield* transport.stream(call);
  } catch (error) {
    seen = asSeenByCaller(error, options.signal);
    throw seen;
  } finally {
    span.end(seen);
  }
}

function outgoing(
  method: AnyRpcMethod,
  request: unknown,
  { signal, deadlineMs, requestId = currentRequest()?.requestId }: CallOptions,
): { readonly span: OpenSpan; readonly call: OutgoingCall } {
  const span = openSpan(method.path, {
    kind: 'client',
    attributes: { [AttributeName.rpcMethod]: method.path },
  });
  const metadata = { requestId, traceparent: span.traceparent };
  return { span, call: { method, request, metadata, signal, deadlineMs } };
}

/** The caller's abort reason, if it cancelled. */
function asSeenByCaller(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? (signal.reason as unknown) : error;
}
