import { classicGraphSchema } from '@svc/definitions/classic';
import { answerShape } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { flag, oid } from '../../wire/query.js';
import { shown } from '../../wire/shown.js';
import { defineResource } from '../definition/definition-resource.js';
import { fromVersion, versionKeys } from '../definition/definition-schemas.js';

const ContextGraphVersion = named(
  'ServiceHierarchicalStateMachineVersion',
  z.strictObject({
    ...versionKeys,
    service_hierarchical_state_machine_id: oid,
    ...answerShape(classicGraphSchema),
  }),
);

const action = {
  type: 'action',
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
  action_tool_call_specs: [],
  exit_condition_tool_call_specs: [],
  skip_active_memory_retrieval: false,
};

export const contextGraphResource = defineResource({
  kind: 'context_graph',
  path: 'service_hierarchical_state_machine',
  idName: 'service_hierarchical_state_machine_id',
  words: { any: 'a context graph', many: 'context graphs', schema: 'ServiceHierarchicalStateMachine' },
  permissions: {
    view: 'Organization:GetServiceHierarchicalStateMachine',
    create: 'Organization:CreateServiceHierarchicalStateMachine',
    createVersion: 'Organization:CreateServiceHierarchicalStateMachineVersion',
    delete: 'Organization:DeleteServiceHierarchicalStateMachine',
  },
  keys: {
    name: 'state_machine_name',
    list: 'service_hierarchical_state_machines',
    versions: 'state_machine_versions',
  },
  page: [0, 50, 50],
  version: {
    schema: classicGraphSchema,
    query: { dry_run: flag.default(false) },
    example: {
      description: 'From hello to goodbye.',
      states: [
        {
          ...action,
          name: 'reception',
          objective: 'Learn what the reader wants.',
          actions: ['Ask what the reader wants.'],
          exit_conditions: [{ description: 'The wish is clear.', next_state: 'goodbye' }],
        },
        {
          ...action,
          name: 'goodbye',
          objective: 'Part as friends.',
          actions: ['Say goodbye.'],
          exit_conditions: [],
        },
      ],
      new_user_initial_state: 'reception',
      returning_user_initial_state: 'reception',
      terminal_state: 'goodbye',
      references: {},
      global_intra_state_navigation_guidelines: [],
      global_action_guidelines: [],
      global_boundary_constraints: [],
    },
    answer: ContextGraphVersion,
    show: (version, body: z.output<typeof classicGraphSchema>, orgId) =>
      shown(ContextGraphVersion, {
        ...fromVersion(version, orgId),
        service_hierarchical_state_machine_id: version.definitionId,
        ...body,
      }),
  },
});
