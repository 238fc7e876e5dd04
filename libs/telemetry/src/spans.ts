import {
  context,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type SpanContext,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { AttributeName } from './attribute-names.js';
import { currentRequest } from './current-request.js';
import { tracesAreOn } from './tracing-switch.js';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

export interface SpanOptions {
  /** `server` and `consumer` continue a remote span, `client` and `producer` are continued by one. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The incoming remote parent. If it is absent or malformed, the active span here is the parent. */
  readonly traceparent?: string | undefined;
  /** Other spans that this one works for, as `traceparent`s: for batches. */
  readonly links?: readonly string[];
}

/** A running span. While traces are off it does nothing and costs almost nothing. */
export interface OpenSpan {
  /** To send along with this span's calls and store with its records. Never text that a client made up. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Runs `work` with this span as the active one. */
  run<Result>(work: () => Result): Result;
  /** Ends the span. An error marks it as failed, only by its code or name. */
  end(error?: unknown): void;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** The span while traces are off: it passes the request's origin on. */
function absentSpan({ traceparent }: SpanOptions): OpenSpan {
  const remote = traceparent === undefined ? undefined : remoteContext(traceparent);
  return {
    traceparent: (remote && traceparentOf(remote)) ?? currentRequest()?.traceparent,
    set: () => undefined,
    run: (work) => work(),
    end: () => undefined,
  };
}

export function openSpan(name: string, options: SpanOptions = {}): OpenSpan {
  if (!tracesAreOn()) return absentSpan(options);
  const remote = remoteContext(options.traceparent);
  const parent = parentContext(remote);
  const span = trace.getTracer('svc').startSpan(
    name,
    {
      kind: kinds[options.kind ?? 'internal'],
      attributes: { ...options.attributes },
      links: linksTo(options.links ?? []),
    },
    parent,
  );
  const active = trace.setSpan(parent, span);
  return {
    traceparent:
      traceparentOf(span.spanContext()) ?? (remote && traceparentOf(remote)) ?? currentRequest()?.traceparent,
    set: (attributes) => void span.setAttributes(attributes),
    run: (work) => context.with(active, work),
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute(AttributeName.errorType, failureType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/**
 * Runs `work` in its own span if there is a trace here, else without one. So work without a request, such as polling,
 * begins no trace. While traces are off it costs almost nothing.
 */
export async function inTrace<Result>(
  name: string,
  options: Omit<SpanOptions, 'traceparent'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!trace.getActiveSpan()) return work();
  const span = openSpan(name, options);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Whether the request has a trace: `undefined` and malformed text are none. */
export function isSampled(traceparent: string | undefined): boolean {
  return ((remoteContext(traceparent)?.traceFlags ?? TraceFlags.NONE) & TraceFlags.SAMPLED) !== 0;
}

/** The position of the running code in a trace: its span, else what the request came with. */
export function currentTrace(): SpanContext | undefined {
  const span = trace.getActiveSpan();
  const own = span?.spanContext();
  return own && isSpanContextValid(own) ? own : remoteContext(currentRequest()?.traceparent);
}

function parentContext(remote: SpanContext | undefined): Context {
  return remote ? trace.setSpanContext(context.active(), remote) : context.active();
}

/** Undefined for what W3C Trace Context says to ignore. */
function remoteContext(traceparent: string | undefined): SpanContext | undefined {
  const parsed = parseTraceParent(traceparent ?? '');
  return parsed ? { ...parsed, isRemote: true } : undefined;
}

function linksTo(traceparents: readonly string[]): Link[] {
  return traceparents.flatMap((traceparent) => {
    const remote = remoteContext(traceparent);
    return remote ? [{ context: remote }] : [];
  });
}

function traceparentOf(place: SpanContext): string | undefined {
  if (!isSpanContextValid(place)) return undefined;
  const isSampled = (place.traceFlags & TraceFlags.SAMPLED) !== 0;
  return `00-${place.traceId}-${place.spanId}-${isSampled ? '01' : '00'}`;
}

/** Never the message: it may quote a person. */
function failureType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
