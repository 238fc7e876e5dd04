import { VersionSet } from '@svc/definitions/classic';
import { orNull } from '@svc/definitions/schema';
import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { tagText } from '../../wire/tags.js';
import { nameText, textUpTo } from '../../wire/text.js';

export const ServicePath = z.object({ service_id: oid });

export const VersionSetPath = ServicePath.extend({
  version_set_name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must hold 1 to 40 letters, digits, hyphens and underscores'),
});

const { context_graph_version_number, ...ofVersionSet } = VersionSet.shape;

/** A missing or null number means the latest version. */
const VersionSetRequest = named(
  'VersionSetRequest',
  z.object({
    ...ofVersionSet,
    service_hierarchical_state_machine_version_number: context_graph_version_number,
  }),
);

const fields = {
  name: nameText,
  description: textUpTo(4_000),
  is_active: z.boolean(),
  agent_id: oid,
  service_hierarchical_state_machine_id: oid,
  /** The agents service checks their texts. */
  keyterms: list(textUpTo(100), { most: 20 }),
  tags: mapOf(tagText, tagText.nullable(), { most: tagBounds.items, what: 'tags' }),
};

/** Without a version set for release, that means the latest versions as `edge` does. */
export const CreateService = named(
  'CreateServiceRequest',
  z.object({
    ...fields,
    keyterms: fields.keyterms.default([]),
    tags: fields.tags.default({}),
    release_version_set: orNull(VersionSetRequest),
  }),
);

/** Null means "leave as it is". */
export const UpdateService = named(
  'UpdateServiceRequest',
  z.object({
    name: fields.name.nullish(),
    description: fields.description.nullish(),
    is_active: fields.is_active.nullish(),
    agent_id: fields.agent_id.nullish(),
    service_hierarchical_state_machine_id: fields.service_hierarchical_state_machine_id.nullish(),
    keyterms: fields.keyterms.nullish(),
    tags: fields.tags.nullish(),
  }),
);

export const PutVersionSet = named('PutVersionSetRequest', z.object({ version_set: VersionSetRequest }));

/** A version set as the agents service has it. */
export function toVersionSet({
  service_hierarchical_state_machine_version_number: number,
  ...others
}: z.output<typeof VersionSetRequest>) {
  return { ...others, context_graph_version_number: number };
}

/** The body of a service, or the changes of one, as the agents service has it. What is null is left out. */
export function toServiceBody({
  service_hierarchical_state_machine_id,
  tags,
  ...others
}: Omit<z.output<typeof UpdateService>, 'name'>): Readonly<Record<string, unknown>> {
  const body = {
    ...others,
    context_graph_id: service_hierarchical_state_machine_id,
    tags: tags && Object.entries(tags).map(([key, value]) => ({ key, value })),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => (value ?? null) !== null));
}
