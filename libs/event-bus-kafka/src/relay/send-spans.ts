import { AttributeName, isSampled, openSpan, tracesAreOn, type OpenSpan } from '@svc/telemetry';
import type { OutgoingMessage } from '../messages/kafka-message.js';

/**
 * Shows in each event's trace how long its send took: a span each, since each event has its own trace. Consumer spans
 * are no children of it. Their parent is the span that appended the event, from the log, so repeats and reads past the
 * broker have the same trace.
 */
export async function inSendSpans(
  messages: readonly OutgoingMessage[],
  publish: () => Promise<void>,
): Promise<void> {
  if (!tracesAreOn()) return publish();
  const spans = messages.flatMap((message) => openSendSpan(message) ?? []);
  const end = (error?: unknown): void => spans.forEach((span) => span.end(error));
  try {
    await publish();
    end();
  } catch (error) {
    end(error);
    throw error;
  }
}

function openSendSpan({ topic, partition, headers }: OutgoingMessage): OpenSpan | undefined {
  const traceparent = headers['ce_traceparent'];
  if (!isSampled(traceparent)) return undefined;
  return openSpan(`send ${topic}`, {
    kind: 'producer',
    traceparent,
    attributes: {
      [AttributeName.messagingSystem]: 'kafka',
      [AttributeName.messagingOperation]: 'send',
      [AttributeName.messagingOperationType]: 'send',
      [AttributeName.messagingDestination]: topic,
      [AttributeName.messagingPartition]: String(partition),
      [AttributeName.messagingMessageId]: headers['ce_id'] ?? '',
    },
  });
}
