import { SkillBody } from '@svc/definitions/platform';
import { builtInToolNames } from '@svc/definitions/schema';
import { bodyBy } from './bodies.js';
import type { DefinitionKind } from './definition-kind.js';
import { slugRule } from './slug-rule.js';
import { workspacePermissionsOf } from './workspace-permissions-of.js';

/** Its name is the slug, by which graphs name it. */
export const skillKind: DefinitionKind = {
  kind: 'skill',
  platform: {
    permissions: workspacePermissionsOf('Skill'),
    name: { ...slugRule('slug', 63), taken: builtInToolNames },
    body: bodyBy(SkillBody, ({ name, enabled, execution_tier, integration_tools: tools }) => ({
      name,
      enabled,
      execution_tier,
      integrations: [...new Set(tools.map(({ integration }) => integration))],
    })),
    filters: ['enabled', 'execution_tier'],
    searched: [`d.summary ->> 'name'`],
    usedBy: [
      {
        kind: 'context_graph',
        condition: `d.latest_summary -> 'tool_ids' ? $name`,
        code: 'conflict',
        message: 'A context graph names this skill as a tool. Take it out of the graph first.',
      },
    ],
  },
};
