import {
  AttributeName,
  isSampled,
  openSpan,
  runInRequest,
  tracesAreOn,
  type SpanOptions,
} from '@svc/telemetry';
import type { ReceivedEvent } from './received-event.js';

/** Our bus, over whatever carries it. */
const system = 'svc.event_bus';

/**
 * Runs what follows from one event as a part of the request that caused it. Its span is a child of the one that appended
 * the event: so a request and all that follows from it are one trace, whatever the bus, and also when it comes again. The
 * parent comes from the log, not from the carrier. What nobody has asked to see begins no trace.
 * @param group `<context>.<consumer>`
 */
export function handlingOne<Result>(
  event: ReceivedEvent,
  group: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { correlationId: requestId, traceparent } = event.metadata;
  if (!tracesAreOn() || !isSampled(traceparent)) return runInRequest({ requestId, traceparent }, work);
  const one = { traceparent, attributes: { [AttributeName.messagingMessageId]: event.eventId } };
  return inSpan(event, group, one, (own) => runInRequest({ requestId, traceparent: own }, work));
}

/**
 * The same for events that are handled together. A span has one parent, and to whichever of them it were given, the
 * others' traces would lack it; so it begins a trace of its own and is linked to each of theirs, as the semantic
 * conventions for messaging have it. Of one event alone it is a child.
 */
export function handlingBatch<Result>(
  events: readonly ReceivedEvent[],
  group: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const [first] = events;
  if (!tracesAreOn() || !first) return work();
  if (events.length === 1) return handlingOne(first, group, work);
  const traceparents = events.map(({ metadata }) => metadata.traceparent);
  const links = [...new Set(traceparents.filter((traceparent) => traceparent !== undefined))].filter(
    isSampled,
  );
  if (links.length === 0) return work();
  const attributes = { [AttributeName.messagingBatchCount]: events.length };
  return inSpan(first, group, { links, attributes }, work);
}

async function inSpan<Result>(
  { source, type }: Pick<ReceivedEvent, 'source' | 'type'>,
  group: string,
  { attributes, ...options }: SpanOptions,
  work: (traceparent: string | undefined) => Promise<Result>,
): Promise<Result> {
  const span = openSpan(`process ${source}.${type}`, {
    ...options,
    kind: 'consumer',
    attributes: {
      [AttributeName.messagingSystem]: system,
      [AttributeName.messagingOperation]: 'process',
      [AttributeName.messagingOperationType]: 'process',
      [AttributeName.messagingDestination]: source,
      [AttributeName.messagingGroup]: group,
      ...attributes,
    },
  });
  try {
    const result = await span.run(() => work(span.traceparent));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
