import { z } from 'zod';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters } from '../../wire/tags.js';

export const ListServices = z.object({
  id: repeated(oid),
  is_active: flag.optional(),
  tags: tagFilters,
  sort_by: sortParameter(['name', 'is_active']),
  ...pageParameters(1, 20, 10),
});

/** Name of a kind of model call → the model that serves it. */
export const ModelPreferences = z.record(
  z.string(),
  z.strictObject({ llm_name: z.string(), params: z.record(z.string(), z.unknown()) }),
);

/** A null number means the latest version. */
export const VersionSet = z.strictObject({
  agent_version_number: z.int().nullable(),
  service_hierarchical_state_machine_version_number: z.int().nullable(),
  llm_model_preferences: ModelPreferences,
});

const Author = z.strictObject({ org_id: z.string(), user_id: z.string() });

export const Service = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  service_hierarchical_state_machine_id: z.string(),
  agent_id: z.string(),
  version_sets: z.record(z.string(), VersionSet),
  tags: z.array(z.strictObject({ key: z.string(), value: z.string().nullable() })),
  keyterms: z.array(z.string()),
  creator: Author,
  updated_by: Author,
});

export const ServiceList = z.strictObject({
  services: z.array(Service),
  ...pageKeys,
  /** Only on the first page. */
  filter_values: z.strictObject({ tags: z.array(z.string()) }).nullable(),
});
