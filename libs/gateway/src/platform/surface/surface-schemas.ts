import { SurfaceBody, surfaceChannels } from '@svc/definitions/platform';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { pageParameters } from '../../wire/page.js';
import { wireTime } from '../../wire/times.js';
import { definitionId } from '../definition/definition-routes.js';
import { platformPage } from '../platform-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const surfaceStatuses = [
  ...['created', 'pending_review', 'delivered', 'opened'],
  ...['partial', 'completed', 'expired', 'archived'],
] as const;
const status = z.string().meta({ enum: [...surfaceStatuses] });
const channel = z.string().meta({ enum: [...surfaceChannels] });
const anyJson = z.record(z.string(), z.unknown());

export const SurfacePath = z.object({ workspace_id: workspaceId, surface_id: definitionId });
/** Of whoever has it; any text may be one. */
export const LinkPath = z.object({ token: z.string() });

export const ListSurfaces = z.object({
  entity_id: uuid.toLowerCase().optional(),
  status: z.string().optional(),
  channel: z.string().optional(),
  ...pageParameters(1, 100, 10),
});

export const CreateSurface = SurfaceBody;

export const CreatedSurface = named(
  'CreateSurfaceResponse',
  z.strictObject({
    id: uuid,
    event_id: uuid,
    entity_id: uuid,
    title: z.string(),
    description: z.string().nullable(),
    status,
    channel,
    use_case_id: uuid.nullable(),
    fields_count: z.int(),
    expires_at: wireTime,
    created_at: wireTime,
    token: z.string().nullable(),
    url: z.string().nullable(),
  }),
);

const DeliveryMetadata = named('SurfaceDeliveryMetadata', z.strictObject({ channel_address: z.string() }));

export const Surface = named(
  'SurfaceResponse',
  z.strictObject({
    id: uuid,
    event_id: uuid,
    entity_id: uuid.nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    status,
    channel: channel.nullable(),
    use_case_id: uuid.nullable(),
    fields_count: z.int(),
    fields: z.array(anyJson),
    resource_type: z.string().nullable(),
    context: anyJson,
    expires_at: wireTime.nullable(),
    created_at: wireTime.nullable(),
    delivered_at: wireTime.nullable(),
    opened_at: wireTime.nullable(),
    submitted_at: wireTime.nullable(),
    submitted_data: anyJson.nullable(),
    delivery_metadata: DeliveryMetadata.nullable(),
    review_notes: z.string().nullable(),
    reviewed_by: uuid.nullable(),
    reviewed_at: wireTime.nullable(),
    archived_at: wireTime.nullable(),
    archive_reason: z.string().nullable(),
    url: z.string().nullable(),
  }),
);

export const SurfacePage = platformPage('SurfaceListResponse', Surface);

export const DeliverSurface = named(
  'DeliverSurfaceRequest',
  z.object({ channel_address: z.string().min(1).max(256) }),
);

export const DeliveredSurface = named(
  'DeliverSurfaceResponse',
  z.strictObject({
    surface_id: uuid,
    status: z.enum(['delivered', 'pending_review']),
    channel: channel.nullable(),
    url: z.string().nullable(),
    channel_address: z.string(),
    message_id: z.string().nullable(),
    from_number: z.string().nullable(),
    from_address: z.string().nullable(),
    delivery_provider: z.string().nullable(),
    delivered_at: wireTime.nullable(),
  }),
);

export const RejectSurface = named(
  'RejectSurfaceRequest',
  z.object({ reason: z.string().max(2_000).nullable().optional() }),
);

export const ReviewedSurface = named(
  'ReviewActionResponse',
  z.strictObject({ surface_id: uuid, status, action: z.enum(['approved', 'rejected']) }),
);

export const ArchivedSurface = named(
  'ArchiveResponse',
  z.strictObject({ surface_id: uuid, status: z.literal('archived') }),
);

export const OpenedSurface = named(
  'SurfaceSpecResponse',
  z.strictObject({
    surface_id: z.string().nullable(),
    entity_id: z.string().nullable(),
    status: z.string().nullable(),
    spec: named('PatientSurfaceSpec', z.looseObject({ title: z.string(), fields: z.array(anyJson) })),
    saved_values: anyJson,
  }),
);

export const FieldSave = named(
  'FieldSaveRequest',
  z.object({ value: z.unknown() }).refine((body) => 'value' in body && body.value !== undefined, {
    path: ['value'],
    error: 'is required; null takes the value away',
  }),
);

export const SavedField = named('SaveFieldResponse', z.strictObject({ status: z.literal('saved') }));

export const SubmittedSurface = named(
  'SubmitSurfaceResponse',
  z.strictObject({ status: z.literal('completed'), surface_id: uuid, submitted_at: wireTime }),
);
