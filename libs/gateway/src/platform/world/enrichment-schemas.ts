import { z } from 'zod';
import { named, withFacts } from '../../wire/documented.js';
import { wholeNumber } from '../../wire/query.js';
import { textUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { offsetParameters } from '../offset-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';
import { enrichmentKey, valueType } from './enrichment-key-schemas.js';

export const EnrichmentPath = z.object({ workspace_id: workspaceId, entity_id: uuid });
export const EnrichmentOfKeyPath = EnrichmentPath.extend({ key: enrichmentKey });

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const asOf = withFacts(time, {
  description: 'Only what was recorded by then.',
}).optional();

export const ListEnrichment = z.object({ ...offsetParameters(500, 200), as_of: asOf });
export const ListEnrichmentHistory = z.object({ limit: wholeNumber(1, 200).default(50), as_of: asOf });

export const WriteEnrichment = named(
  'EnrichmentWriteBody',
  z.object({
    value: z.unknown().refine((value) => value !== undefined, 'must be given'),
    value_type: valueType.nullish(),
    source: textUpTo(64).default('manual'),
    source_system: textUpTo(128).nullish(),
    confidence: z.number().min(0).max(1).default(1),
    effective_at: time.nullish(),
  }),
);

const shownValue = {
  value: z.unknown(),
  value_type: valueType,
  confidence: z.number(),
  source: z.string(),
  source_system: z.string().nullable(),
  effective_at: wireTime.nullable(),
  event_id: uuid,
  conversation_id: uuid.nullable(),
  message_ids: z.array(z.string()),
};

export const EnrichmentValue = named(
  'EnrichmentValueResponse',
  z.strictObject({ key: z.string(), ...shownValue, ingested_at: wireTime.nullable() }),
);

export const EnrichmentList = named(
  'EnrichmentListResponse',
  z.strictObject({ entity_id: uuid, values: z.array(EnrichmentValue) }),
);

export const EnrichmentHistoryEntry = named(
  'EnrichmentHistoryEntry',
  z.strictObject({
    ...shownValue,
    ingested_at: wireTime,
    supersedes: uuid.nullable(),
    is_current: z.boolean().nullable(),
    reason: z.string(),
  }),
);

export const EnrichmentHistory = named(
  'EnrichmentHistoryResponse',
  z.strictObject({
    entity_id: uuid,
    key: z.string(),
    history: z.array(EnrichmentHistoryEntry),
    dropped_count: z.int(),
  }),
);
