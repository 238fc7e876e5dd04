import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { anyObject, listOf, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { patterned, visibleText } from '../schema/text.js';
import { tagText } from './tags.js';

export const versionSetName = patterned(
  /^[A-Za-z0-9_-]{1,40}$/,
  'must hold 1 to 40 letters, digits, hyphens and underscores',
  { least: 1, most: 40 },
);

const versionNumber = z.int();

/** Which versions of its agent and graph a service's conversations get, and with which models. Null: the latest version. */
export const VersionSet = z.object({
  agent_version_number: orNull(versionNumber),
  context_graph_version_number: orNull(versionNumber),
  llm_model_preferences: mapOf(
    visibleText({ most: 256 }),
    z
      .object({ llm_name: visibleText({ most: 256 }), params: anyObject.default({}) })
      .meta({ id: 'ModelPreferenceRequest' }),
    { most: 20, what: 'preferences' },
  ).default({}),
});

/** A service of an organization, beside its name: an agent with a graph. */
export const ServiceBody = z.object({
  description: visibleText({ most: 4_000 }),
  is_active: z.boolean(),
  agent_id: z.string(),
  context_graph_id: z.string(),
  keyterms: listOf(visibleText({ most: 100 }), { most: 20 }).default([]),
  tags: listOf(z.object({ key: tagText, value: orNull(tagText) }), { most: tagBounds.items })
    .refine(
      (tags) => new Set(tags.map(({ key }) => key)).size === tags.length,
      'must not name the same key twice',
    )
    .default([]),
  version_sets: mapOf(versionSetName, VersionSet, { most: 20, what: 'version sets' }).default({}),
});
