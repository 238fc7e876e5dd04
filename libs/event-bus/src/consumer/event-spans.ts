import {
  AttributeName,
  isSampled,
  openSpan,
  runInRequest,
  tracesAreOn,
  type SpanOptions,
} from '@svc/telemetry';
import type { ReceivedEvent } from './received-event.js';

/** Our bus, over any transport. */
const system = 'svc.event_bus';

/**
 * Runs the handling of one event in the trace of the request that caused it. Its span is a child of the one that
 * appended the event, on every bus and also for repeats. The parent comes from the log, not from the transport. An
 * unsampled request begins no trace.
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
 * The same for events that are handled together. A span has only one parent, so it begins its own trace with a link to
 * each event's, as the semantic conventions for messaging say. For a single event it is a child.
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
