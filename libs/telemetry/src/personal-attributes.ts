import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { isPersonalKey } from './redaction.js';

type Attributes = ReadableSpan['attributes'];

/** Wraps an exporter so that attributes of spans and of their events whose key contains `.pii.` never leave the process. */
export function dropPersonalAttributes(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(withoutPersonalAttributes), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function withoutPersonalAttributes(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: impersonal(span.attributes), enumerable: true },
    events: {
      value: span.events.map((event) => ({
        ...event,
        ...(event.attributes && { attributes: impersonal(event.attributes) }),
      })),
      enumerable: true,
    },
  }) as ReadableSpan;
}

function impersonal(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !isPersonalKey(key)));
}
