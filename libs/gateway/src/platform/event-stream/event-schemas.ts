import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';

/** The data of the events of a workspace, by their names. */
const data = {
  'text.started': named(
    'TextStartedEvent',
    z.strictObject({
      session_id: z.string(),
      service_id: uuid,
      channel_kind: z.string(),
      entity_id: uuid.nullable(),
    }),
  ),
  'text.completed': named(
    'TextCompletedEvent',
    z.strictObject({
      session_id: z.string(),
      duration_seconds: z.number(),
      turn_count: z.int(),
      completion_reason: z.string().nullable(),
      final_state: z.string(),
      channel_kind: z.string(),
    }),
  ),
  'text.agent_message': named(
    'TextAgentMessageEvent',
    z.strictObject({ conversation_id: uuid, text: z.string(), delivery_id: uuid.nullable() }),
  ),
  'text.background_result': named(
    'TextBackgroundResultEvent',
    z.strictObject({
      conversation_id: uuid,
      tool_name: z.string(),
      call_id: z.string(),
      succeeded: z.boolean(),
      result: z.string(),
      depth: z.int(),
      duration_ms: z.number().nullable(),
    }),
  ),
  'integration.approval_granted': named(
    'IntegrationApprovalGrantedEvent',
    z.strictObject({ conversation_id: z.string() }),
  ),
  'integration.approval_rejected': named(
    'IntegrationApprovalRejectedEvent',
    z.strictObject({ conversation_id: z.string(), reason: z.string().nullable() }),
  ),
  /** The last one. */
  error: named(
    'WorkspaceStreamError',
    z.strictObject({
      code: z.enum(['too_many_streams', 'stream_error', 'stream_unavailable']),
      message: z.string(),
      max_streams: z.int().nullable(),
    }),
  ),
} as const;

export const workspaceEvents = { name: 'WorkspaceSSEEvent', data } as const;
