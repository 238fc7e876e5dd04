import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';
import { Status } from './channel-kinds.js';

/** The events of a turn's stream, in their order; the last one is `done` or `error`. */
const data = {
  /** How much empathy the agent shows. Nothing tells it of text yet. */
  thinking: named('TurnThinkingEvent', z.strictObject({ tier: z.int(), tier_name: z.string() })),
  tool_call_started: named(
    'TurnToolCallStartedEvent',
    z.strictObject({
      tool_name: z.string(),
      call_id: z.string(),
      /** JSON, as text. */
      input: z.string(),
    }),
  ),
  tool_call_completed: named(
    'TurnToolCallCompletedEvent',
    z.strictObject({
      tool_name: z.string(),
      call_id: z.string(),
      result: z.string(),
      succeeded: z.boolean(),
      duration_ms: z.number().nullable(),
    }),
  ),
  token: named('TurnTokenEvent', z.strictObject({ text: z.string() })),
  /** The whole message, after its tokens. */
  message: named('TurnMessageEvent', z.strictObject({ role: z.string(), text: z.string() })),
  done: named(
    'TurnDoneEvent',
    z.strictObject({
      conversation_id: uuid,
      status: Status,
      turn_count: z.int(),
      background_pending: z.boolean(),
      /** Receipts are not supported. */
      delivery_protocol_version: z.literal(2).nullable(),
      turn_id: uuid.nullable(),
      turn_index: z.int().nullable(),
    }),
  ),
  error: named(
    'TurnErrorEvent',
    z.strictObject({
      message: z.string(),
      code: z.enum(['upstream_error', 'stream_interrupted', 'client_error', 'unknown']),
      retryable: z.boolean(),
      status_code: z.int().nullable(),
    }),
  ),
};

export const turnFrames = { name: 'TurnStreamEvents', data };

export type TurnFrame = {
  [Name in keyof typeof data]: { readonly event: Name; readonly data: z.input<(typeof data)[Name]> };
}[keyof typeof data];
