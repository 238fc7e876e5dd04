import { text } from '@svc/definitions/schema';
import { z } from 'zod';
import type { TurnFrame } from '../conversation/turn-frames.js';
import { readFrame, type Dialect, type Frame, type Heard, type TurnTeller } from './dialect.js';

const ClientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    text: text({ least: 1, most: 10_000 }),
    client_message_id: text({ least: 1, most: 128 }).nullish(),
  }),
  z.object({ type: z.literal('stop') }),
]);

/** Flat frames with a `type`: whole messages, no pieces. */
export const textStreamDialect: Dialect = {
  kind: 'text-stream',
  ping: { type: 'ping' },
  hear(bytes): Heard {
    const frame = readFrame(bytes, ClientFrame);
    if (frame.type !== 'message') return frame;
    return { type: 'message', text: frame.text, clientMessageId: frame.client_message_id ?? undefined };
  },
  opened: ({ sessionId, conversationId }) => ({
    type: 'session_started',
    session_id: sessionId,
    conversation_id: conversationId,
  }),
  turn: (withTools) => new TextTurn(withTools),
  refused: (why, mayGoOn) => [errorFrame(why), ...(mayGoOn ? [responseComplete(false)] : [])],
  late: (frames, withTools) => {
    const turn = new TextTurn(withTools);
    return frames.flatMap((frame) => turn.tell(frame));
  },
  ended: (reason) => [{ type: 'session_ended', reason }],
};

class TextTurn implements TurnTeller {
  /** Calls that have begun: they are told with what came of them. */
  readonly #calls = new Map<string, Frame>();

  constructor(private readonly withTools: boolean) {}

  begun(): readonly Frame[] {
    return [{ type: 'typing' }];
  }

  over(isDuplicate: boolean): readonly Frame[] {
    return [responseComplete(isDuplicate)];
  }

  tell({ event, data }: TurnFrame): readonly Frame[] {
    switch (event) {
      case 'message':
        return [{ type: 'message', role: data.role, text: data.text }];
      case 'tool_call_started': {
        const { tool_name, call_id, input } = data;
        if (this.withTools)
          this.#calls.set(call_id, { type: 'tool_call_started', tool_name, call_id, input: valueOf(input) });
        return [];
      }
      case 'tool_call_completed': {
        const { tool_name, call_id, result, succeeded } = data;
        const started = this.#calls.get(call_id);
        this.#calls.delete(call_id);
        return started
          ? [started, { type: 'tool_call_completed', tool_name, call_id, result, succeeded }]
          : [];
      }
      case 'error':
        return [errorFrame(data.message)];
      case 'thinking':
      case 'token':
      case 'done':
        return [];
    }
  }
}

/** The input of a call as a value. */
function valueOf(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

function errorFrame(message: string): Frame {
  return { type: 'error', message: message.slice(0, 2_048) };
}

function responseComplete(duplicate: boolean): Frame {
  return { type: 'response_complete', duplicate };
}
