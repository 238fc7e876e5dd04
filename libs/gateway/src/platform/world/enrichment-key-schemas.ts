import { z } from 'zod';
import { list } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { clearable } from '../../wire/request-fields.js';
import { charactersUpTo, textUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { offsetParameters } from '../offset-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const entityType = withFacts(textUpTo(64), { minLength: 1 });
const keyPattern = '^[a-z0-9][a-z0-9_-]*$';
export const enrichmentKey = withFacts(z.string().refine(...charactersUpTo(128)), { pattern: keyPattern });
export const valueType = z.enum(['string', 'number', 'boolean', 'date', 'enum', 'json']);
const text = withFacts(z.string().refine(...charactersUpTo(2_000)), { maxLength: 2_000 });
const allowedValues = list(z.unknown(), { most: 1_000 }).nullish();
const confidence = z.number().min(0).max(1);
const tags = list(z.literal('memory_extract'), { most: 1 });

export const EnrichmentKeyPath = z.object({ workspace_id: workspaceId, enrichment_key_id: uuid });

export const ListEnrichmentKeys = z.object({
  entity_type: z.string().optional(),
  ...offsetParameters(500, 200),
});

export const CreateEnrichmentKey = named(
  'EnrichmentKeyCreateBody',
  z.object({
    entity_type: entityType,
    key: enrichmentKey,
    value_type: valueType,
    allowed_values: allowedValues,
    source_hint: text.nullish(),
    description: text.nullish(),
    min_confidence: confidence.default(0),
    is_pii: z.boolean().default(false),
    tags: tags.default([]),
  }),
);

/** What is absent stays. Null takes a list or a text away, and leaves the rest. */
export const PatchEnrichmentKey = named(
  'EnrichmentKeyPatchBody',
  z.object({
    allowed_values: allowedValues,
    source_hint: clearable(text),
    description: clearable(text),
    min_confidence: confidence.nullish(),
    is_pii: z.boolean().nullish(),
    tags: tags.nullish(),
  }),
);

export const EnrichmentKey = named(
  'EnrichmentKeyResponse',
  z.strictObject({
    id: uuid,
    workspace_id: uuid,
    entity_type: z.string(),
    key: z.string(),
    value_type: valueType,
    allowed_values: z.array(z.unknown()).nullable(),
    source_hint: z.string().nullable(),
    description: z.string().nullable(),
    min_confidence: z.number(),
    is_pii: z.boolean(),
    tags: z.array(z.string()),
    created_at: wireTime,
    updated_at: wireTime,
  }),
);

export const EnrichmentKeyList = named(
  'EnrichmentKeyListResponse',
  z.strictObject({ keys: z.array(EnrichmentKey) }),
);
