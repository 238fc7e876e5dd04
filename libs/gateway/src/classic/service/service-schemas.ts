import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters } from '../../wire/tags.js';
import { UserReference } from '../../wire/user-reference.js';

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
  named(
    'ModelPreference',
    z.strictObject({ llm_name: z.string(), params: z.record(z.string(), z.unknown()) }),
  ),
);

/** A null number means the latest version. */
export const VersionSet = named(
  'VersionSet',
  z.strictObject({
    agent_version_number: z.int().nullable(),
    service_hierarchical_state_machine_version_number: z.int().nullable(),
    llm_model_preferences: ModelPreferences,
  }),
);

const ServiceTag = named('ServiceTag', z.strictObject({ key: z.string(), value: z.string().nullable() }));

export const Service = named(
  'Service',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    is_active: z.boolean(),
    service_hierarchical_state_machine_id: z.string(),
    agent_id: z.string(),
    version_sets: z.record(z.string(), VersionSet),
    tags: z.array(ServiceTag),
    keyterms: z.array(z.string()),
    creator: UserReference,
    updated_by: UserReference,
  }),
);

export const ServiceList = named(
  'ServiceList',
  z.strictObject({
    services: z.array(Service),
    ...pageKeys,
    /** Only on the first page. */
    filter_values: named('ServiceFilterValues', z.strictObject({ tags: z.array(z.string()) })).nullable(),
  }),
);

/** Clients want an object. */
export const UpdatedService = named('UpdatedService', z.strictObject({}));
