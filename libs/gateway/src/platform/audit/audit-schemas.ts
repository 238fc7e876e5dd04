import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { wholeNumber } from '../../wire/query.js';
import { wireTime } from '../../wire/times.js';
import { offsetParameters } from '../offset-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

/** A day in UTC. */
const day = z.iso.date();

/** Both days are included. */
const filter = {
  date_from: day.optional(),
  date_to: day.optional(),
  event_type: z.string().max(128).optional(),
  resource_type: z.string().max(64).optional(),
  resource_id: z.string().max(256).optional(),
  actor_id: z.string().max(256).optional(),
};

export const ListAudit = z.object({ ...filter, ...offsetParameters(100, 50) });
export const EntityAuditPath = z.object({ workspace_id: workspaceId, entity_id: uuid });
/** Which reads of entities. */
export const ListAccess = z.object({
  date_from: filter.date_from,
  date_to: filter.date_to,
  actor_id: filter.actor_id,
  ...offsetParameters(100, 50),
});
export const ListExports = z.object(offsetParameters(100, 50));
export const AuditDays = z.object({ days: wholeNumber(1, 90).default(30) });
export const ExportAudit = named('AuditExportBody', z.object(filter));
export type AuditFilterFields = z.infer<typeof ExportAudit>;

export const AuditEntry = named(
  'AuditEntryResponse',
  z.strictObject({
    id: z.string(),
    workspace_id: uuid,
    event_type: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    /** `api_key`, `user`, `service` or `installer`. */
    actor_type: z.string(),
    /** Null for the installer. */
    actor_id: z.string().nullable(),
    request_id: z.string(),
    created_at: wireTime,
  }),
);

const page = { total: z.int(), has_more: z.boolean(), next_offset: z.int().nullable() };
export const AuditList = named('AuditListResponse', z.strictObject({ events: z.array(AuditEntry), ...page }));
export const AuditExportList = named(
  'AuditExportListResponse',
  z.strictObject({ exports: z.array(AuditEntry), ...page }),
);

const AuditCount = named('AuditCount', z.strictObject({ key: z.string(), count: z.int() }));
export const AuditSummary = named(
  'AuditSummaryResponse',
  z.strictObject({
    workspace_id: uuid,
    period_start: day,
    period_end: day,
    total_events: z.int(),
    by_event_type: z.array(AuditCount),
    by_actor: z.array(AuditCount),
  }),
);
