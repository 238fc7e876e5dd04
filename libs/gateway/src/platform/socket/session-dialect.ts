import { text } from '@svc/definitions/schema';
import { z } from 'zod';
import type { TurnFrame } from '../conversation/turn-frames.js';
import { readFrame, type Dialect, type Frame, type Heard } from './dialect.js';

const ClientFrame = z.object({ type: z.literal('user_text'), text: text({ least: 1, most: 10_000 }) });

/** `{event, data}`, with the events of a turn's stream as they are. */
export const sessionDialect: Dialect = {
  kind: 'session-connect',
  ping: { event: 'ping', data: {} },
  hear(bytes): Heard {
    const frame = readFrame(bytes, ClientFrame);
    if (frame.type === 'refused') return frame;
    return { type: 'message', text: frame.text, clientMessageId: undefined };
  },
  opened: ({ conversationId, entityId, serviceId }) => ({
    event: 'session.created',
    data: { conversation_id: conversationId, entity_id: entityId, service_id: serviceId },
  }),
  turn: () => ({ begun: () => [], tell: (frame) => [asIs(frame)], over: () => [] }),
  refused: (message) => [
    { event: 'error', data: { message, code: 'client_error', retryable: false, status_code: null } },
  ],
  late: (frames, withTools) =>
    frames.filter(({ event }) => withTools || !event.startsWith('tool_call_')).map(asIs),
  ended: () => [],
};

function asIs({ event, data }: TurnFrame): Frame {
  return { event, data };
}
