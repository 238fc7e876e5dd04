import { hash } from 'node:crypto';
import type { DescribedTool } from '@svc/contracts/agents';
import { canonicalJson } from '@svc/kernel';
import { shown } from '../../wire/shown.js';
import { usesOfTools, type RunningVersion } from '../tool/running-version.js';
import { AgentIdentity, HarnessContext } from './harness-context-schemas.js';

/** What a framework needs to run an agent in place of our own runtime. */
export function harnessContext(
  { service, set, agent, graph }: RunningVersion,
  tools: readonly DescribedTool[],
  { workspaceId, agentName }: { readonly workspaceId: string; readonly agentName: string },
) {
  const named = graph ? usesOfTools(graph.body) : new Map<string, never>();
  const offered = tools.filter(({ toolId }) => named.has(toolId));
  const namesOf = (hasEffects: boolean) =>
    offered.filter((tool) => tool.hasEffects === hasEffects).map(({ name }) => name);
  const pinned = { service, set, agent: agent?.version ?? 0, graph: graph?.version ?? 0 };
  return shown(HarnessContext, {
    context_version: 1,
    config_fingerprint: hash('sha256', canonicalJson(pinned)),
    source: 'version_set',
    identity: set.turn_runtime === 'native' ? null : identityOf(agent, graph, agentName),
    world_scope: { workspace_id: workspaceId, scoped_entity_ids: [], allow_create: false },
    tools: {
      descriptors: offered.map(({ name, description, inputSchemaJson }) => ({
        name,
        description,
        input_schema: JSON.parse(inputSchemaJson) as Record<string, unknown>,
      })),
      read_tool_names: namesOf(false),
      write_tool_names: namesOf(true),
    },
    guardrails: {
      guardrails:
        graph?.body.states.flatMap((state) => ('guardrails' in state ? state.guardrails : [])) ?? [],
      global_boundary_constraints: graph?.body.global_boundary_constraints ?? [],
      global_action_guidelines: graph?.body.global_action_guidelines ?? [],
    },
    write_floor: {
      enforced_at: 'mcp-world-tools-edge',
      requires_entity_anchor: true,
      clinical_write_principal: 'provider-only',
      clinical_write_scope: 'any-entity-in-workspace',
      enrichment_write_scope: 'caller-anchor-only',
      unanchored_or_api_key_writes: 'none',
      allow_create: false,
    },
    runtime: {
      engage_model: set.llm_model_preferences['engage']?.llm_name ?? '',
      channel_kind: service.channel_type,
      language: agent?.body.identity.default_spoken_language ?? '',
      caller_context: '',
    },
  });
}

/** Of agents that another runtime runs. */
function identityOf(agent: RunningVersion['agent'], graph: RunningVersion['graph'], agentName: string) {
  const { name = '', role = '', developed_by: developedBy = '' } = agent?.body.identity ?? {};
  return shown(AgentIdentity, {
    entry_actor_name: agentName,
    name,
    role,
    developed_by: developedBy,
    instructions: agent ? instructionsOf(agent.body) : '',
    initial_state: graph?.body.new_user_initial_state ?? '',
  });
}

function instructionsOf({
  background,
  behaviors,
  communication_patterns: patterns,
}: NonNullable<RunningVersion['agent']>['body']): string {
  const listed = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[`${title}:`, ...lines.map((line) => `- ${line}`)].join('\n')];
  return [
    ...(background === '' ? [] : [background]),
    ...listed('Behaviors', behaviors),
    ...listed('Communication patterns', patterns),
  ].join('\n\n');
}
