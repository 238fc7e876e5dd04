import { ContextGraphVersionBody, type PlatformGraph } from '@svc/definitions/platform';
import { answerShape, descriptionText, nameText, updateOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { shown } from '../../wire/shown.js';
import { defineResource } from '../definition/definition-resource.js';
import { definitionKeys, definitionTimes, fromDefinition } from '../definition/definition-wire.js';
import { fromVersion, versionKeys } from '../definition/version-wire.js';
import { uuid } from '../uuid.js';

const create = z.object({ name: nameText, description: descriptionText.default('') });

const ContextGraph = named(
  'ContextGraphResponse',
  z.strictObject({
    ...definitionKeys,
    description: z.string(),
    latest_version: z.int(),
    /** Of the latest version. */
    state_count: z.int(),
    ...definitionTimes,
  }),
);

const ContextGraphVersion = named(
  'ContextGraphVersionResponse',
  z.strictObject({ ...versionKeys, context_graph_id: uuid, ...answerShape(ContextGraphVersionBody) }),
);

const guidelines = {
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
};
const exampleGraph = {
  states: [
    {
      type: 'action',
      name: 'reception',
      objective: 'Learn what the caller wants.',
      actions: [{ description: 'Ask what the caller wants.' }],
      exit_conditions: [{ description: 'The wish is clear.', next_state: 'goodbye' }],
      ...guidelines,
    },
    {
      type: 'action',
      name: 'goodbye',
      objective: 'Part as friends.',
      actions: [{ description: 'Say goodbye.' }],
      exit_conditions: [],
      ...guidelines,
    },
  ],
  new_user_initial_state: 'reception',
  returning_user_initial_state: 'reception',
  terminal_state: 'goodbye',
};

export const contextGraphResource = defineResource({
  kind: 'context_graph',
  path: 'context-graphs',
  idName: 'graph_id',
  words: {
    one: 'context-graph',
    many: 'context-graphs',
    any: 'a context graph',
    schema: 'ContextGraph',
  },
  permissions: {
    view: 'ContextGraph.view',
    create: 'ContextGraph.create',
    update: 'ContextGraph.update',
    delete: 'ContextGraph.delete',
  },
  nameKey: 'name',
  create: named('CreateContextGraphRequest', create),
  update: named('UpdateContextGraphRequest', updateOf(create)),
  examples: { create: { name: 'Appointments' }, update: { description: 'From hello to goodbye.' } },
  answer: ContextGraph,
  show: (definition, body: { readonly description: string }, workspaceId) => {
    const { state_count: states = 0 } = JSON.parse(definition.latestSummaryJson || '{}') as {
      readonly state_count?: number;
    };
    return shown(ContextGraph, {
      ...fromDefinition(definition, workspaceId),
      description: body.description,
      latest_version: definition.latestVersion,
      state_count: states,
    });
  },
  versions: {
    create: ContextGraphVersionBody,
    example: exampleGraph,
    answer: ContextGraphVersion,
    show: (version, body: PlatformGraph, workspaceId) =>
      shown(ContextGraphVersion, {
        ...fromVersion(version, workspaceId),
        context_graph_id: version.definitionId,
        ...body,
      }),
  },
});
