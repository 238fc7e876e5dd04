import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';

const ofSurface = { surface_id: uuid, entity_id: uuid };

/** The data of events of surfaces, by their names. */
export const surfaceEvents = {
  'surface.created': named(
    'SurfaceCreatedEvent',
    z.strictObject({
      ...ofSurface,
      channel: z.string().nullable(),
      fields_count: z.int().nullable(),
      source: z.string().nullable(),
      form_template_id: uuid.nullable(),
      review_required: z.boolean().nullable(),
    }),
  ),
  'surface.delivered': named(
    'SurfaceDeliveredEvent',
    z.strictObject({
      ...ofSurface,
      channel: z.string(),
      channel_address: z.string().nullable(),
      delivery_status: z.string().nullable(),
      message_id: z.string().nullable(),
      short_url: z.string().nullable(),
    }),
  ),
  'surface.review_approved': named('SurfaceReviewApprovedEvent', z.strictObject({ surface_id: uuid })),
  'surface.review_rejected': named(
    'SurfaceReviewRejectedEvent',
    z.strictObject({ surface_id: uuid, reason: z.string().nullable() }),
  ),
  'surface.opened': named('SurfaceOpenedEvent', z.strictObject(ofSurface)),
  'surface.field_saved': named(
    'SurfaceFieldSavedEvent',
    z.strictObject({ ...ofSurface, field_key: z.string() }),
  ),
  'surface.submitted': named(
    'SurfaceSubmittedEvent',
    z.strictObject({
      ...ofSurface,
      submitted_at: z.string().nullable(),
      fields_submitted: z.array(z.string()).nullable(),
    }),
  ),
  'surface.archived': named('SurfaceArchivedEvent', z.strictObject({ surface_id: uuid })),
} as const;

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
  ...surfaceEvents,
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
