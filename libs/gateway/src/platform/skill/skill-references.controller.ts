import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { of } from '../definition/definition-controller.js';
import { definitionId } from '../definition/definition-routes.js';
import { readsPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const StateReference = named(
  'SkillStateReference',
  z.strictObject({
    state_name: z.string(),
    /** The name of the list: `action_tool_call_specs`, `preload`. */
    tool_spec_category: z.string(),
  }),
);

const GraphReference = named(
  'SkillContextGraphReference',
  z.strictObject({
    context_graph_id: uuid,
    context_graph_name: z.string(),
    version: z.int(),
    states: z.array(StateReference),
  }),
);

const getReferences = defineRoute({
  surface: 'platform',
  operationId: 'get-skill-references',
  method: 'GET',
  path: '/v1/:workspace_id/skills/:skill_id/references',
  summary: 'Lists where the latest versions of context graphs name a skill, and their services.',
  access: forWorkspace('Skill.view'),
  request: { params: z.object({ workspace_id: workspaceId, skill_id: definitionId }) },
  answer: {
    status: 200,
    content: 'json',
    schema: named(
      'SkillReferencesResponse',
      z.strictObject({
        skill_id: uuid,
        skill_slug: z.string(),
        context_graph_references: z.array(GraphReference),
        service_references: z.array(uuid),
      }),
    ),
  },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

@Controller()
export class SkillReferencesController {
  constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

  @Serves(getReferences)
  async references({ caller, params }: RouteInput<typeof getReferences>) {
    const skill = { ...of(caller), kind: 'skill', definitionId: params.skill_id };
    const [{ definition }, { contextGraphs, serviceIds }] = await Promise.all([
      this.definitions.findDefinition({ ...skill, parentId: undefined }),
      this.definitions.listToolReferences(skill),
    ]);
    return {
      skill_id: params.skill_id,
      skill_slug: definition?.name ?? '',
      context_graph_references: contextGraphs.map(({ contextGraphId, name, version, states }) => ({
        context_graph_id: contextGraphId,
        context_graph_name: name,
        version,
        states: states.map(({ stateName, list }) => ({ state_name: stateName, tool_spec_category: list })),
      })),
      service_references: serviceIds,
    };
  }
}
