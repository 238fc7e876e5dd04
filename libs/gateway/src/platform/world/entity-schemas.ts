import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { sortParameter } from '../../wire/page.js';
import { repeated } from '../../wire/query.js';
import { clearable } from '../../wire/request-fields.js';
import { charactersUpTo, textUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { offsetParameters } from '../offset-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const entityType = withFacts(z.string(), { pattern: '^[a-z0-9_]+$', minLength: 1, maxLength: 64 });
const phone = withFacts(z.string(), { pattern: '^\\+[1-9][0-9]{1,14}$' });
const email = withFacts(z.string(), { format: 'email' });
const day = withFacts(z.string(), { format: 'date' });
const systemName = withFacts(z.string(), { pattern: '^[a-z0-9_-]+$', minLength: 1, maxLength: 64 });
const text = textUpTo(256);
const externalIds = mapOf(z.string(), text, { most: 50, what: 'ids' });
const tags = list(textUpTo(64), { most: 50 });
const filter = z
  .string()
  .refine(...charactersUpTo(128))
  .optional();

export const EntityPath = z.object({ workspace_id: workspaceId, entity_id: uuid });

export const ListEntities = z.object({
  entity_type: repeated(z.string()),
  q: z.string().optional(),
  source: filter,
  source_system: filter,
  order: sortParameter(['created_at', 'updated_at']),
  ...offsetParameters(100, 20),
});

export const SearchEntities = z.object({
  q: z.string(),
  entity_type: z.string().optional(),
  source: filter,
  confidence_min: withFacts(
    z
      .string()
      .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be from 0 to 1')
      .transform(Number),
    {},
  ).optional(),
  ...offsetParameters(100, 20),
});

export const CountedEntities = z.object({ entity_type: z.string().optional() });

const profileOfEntity = {
  display_name: text.nullish(),
  canonical_id: text.nullish(),
  external_ids: externalIds.default({}),
  name: text.nullish(),
  phone: phone.nullish(),
  email: email.nullish(),
  birth_date: day.nullish(),
  gender: textUpTo(64).nullish(),
  mrn: text.nullish(),
  tags: tags.default([]),
};

export const CreateEntity = named(
  'EntityCreateBody',
  z.object({
    entity_type: entityType,
    source: textUpTo(64).default('manual'),
    source_system: textUpTo(128).nullish(),
    ...profileOfEntity,
  }),
);

/** What is absent stays. */
export const PatchEntity = named(
  'EntityPatchBody',
  z.object({
    display_name: clearable(text),
    canonical_id: clearable(text),
    external_ids: externalIds.nullish(),
    name: clearable(text),
    phone: clearable(phone),
    email: clearable(email),
    birth_date: clearable(day),
    gender: clearable(textUpTo(64)),
    mrn: clearable(text),
    tags: tags.nullish(),
  }),
);

export const ResolveEntities = named(
  'EntityResolveRequest',
  z.object({
    entity_type: entityType,
    phone: phone.nullish(),
    email: email.nullish(),
    canonical_id: text.nullish(),
    external_id: named('EntityResolveExternalId', z.object({ system: systemName, value: text })).nullish(),
    entity_id: uuid.nullish(),
    limit: z.int().min(1).max(50).default(25),
  }),
);

const maybe = z.string().nullable();

export const Entity = named(
  'EntityResponse',
  z.strictObject({
    id: uuid,
    workspace_id: uuid,
    entity_type: z.string(),
    display_name: maybe,
    canonical_id: maybe,
    external_ids: z.record(z.string(), z.string()),
    state: z.record(z.string(), z.unknown()),
    has_projection: z.boolean(),
    name: maybe,
    phone: maybe,
    email: maybe,
    birth_date: maybe,
    gender: maybe,
    mrn: maybe,
    appointment_status: maybe,
    appointment_start: wireTime.nullable(),
    appointment_end: wireTime.nullable(),
    appointment_type: maybe,
    domain: maybe,
    industry: maybe,
    call_sid: maybe,
    direction: maybe,
    duration_seconds: z.number().nullable(),
    status: maybe,
    source: maybe,
    first_seen_at: wireTime.nullable(),
    last_event_at: wireTime.nullable(),
    event_count: z.int(),
    confidence: z.number(),
    tags: z.array(z.string()).nullable(),
    created_at: wireTime.nullable(),
    updated_at: wireTime.nullable(),
  }),
);

const pageKeys = { has_more: z.boolean(), next_offset: z.int().nullable() };

export const EntityList = named(
  'EntityListResponse',
  z.strictObject({ entities: z.array(Entity), total: z.int(), ...pageKeys }),
);

export const SearchResults = named(
  'EntitySearchResponse',
  z.strictObject({
    results: z.array(named('EntitySearchResult', z.strictObject({ entity: Entity, relevance: z.number() }))),
    total: z.int(),
    ...pageKeys,
  }),
);

export const EntityMatches = named(
  'EntityResolveResponse',
  z.strictObject({
    matches: z.array(
      named(
        'EntityResolveMatch',
        z.strictObject({
          entity_id: uuid,
          entity_type: z.string(),
          confidence: z.number(),
          matched_on: z.array(z.enum(['entity_id', 'phone', 'email', 'canonical_id', 'external_id'])),
          summary: named(
            'EntityResolveSummary',
            z.strictObject({
              display_name: maybe,
              name: maybe,
              phone: maybe,
              email: maybe,
              birth_date: maybe,
              mrn: maybe,
              canonical_id: maybe,
              external_ids: z.record(z.string(), z.string()),
              last_event_at: wireTime.nullable(),
              event_count: z.int(),
              tags: z.array(z.string()),
            }),
          ),
        }),
      ),
    ),
    total: z.int(),
  }),
);

export const EntityTypes = named(
  'EntityTypeRegistryResponse',
  z.strictObject({
    entity_types: z.array(
      named(
        'EntityTypeSummary',
        z.strictObject({
          entity_type: z.string(),
          count: z.int(),
          last_updated: wireTime.nullable(),
          has_projection: z.boolean(),
        }),
      ),
    ),
    total_entities: z.int(),
  }),
);
