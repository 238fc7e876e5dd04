import { describeRecordedHistories } from '@svc/event-store/history-contract';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import {
  definitionDecider,
  type DefinitionState,
  type ExistingDefinition,
} from '../domain/definition/definition.js';
import { serviceParts } from '../domain/service/service-body.js';
import { agentsEventTypes } from './event-types.js';

/** Folds to a definition, and shows what an earlier release knew of it. */
function seenAs(view: (definition: ExistingDefinition) => object) {
  const definitions = new Map<object | null, DefinitionState>();
  return {
    initialState: null,
    evolve(before: object | null, event: DefinitionEvent): object | null {
      const definition = definitionDecider.evolve(definitions.get(before) ?? null, event);
      const seen = definition && view(definition);
      definitions.set(seen, definition);
      return seen;
    },
  };
}

const versions = ({ name, createdAtMs, latestVersion }: ExistingDefinition) => ({
  name,
  createdAtMs,
  latestVersion,
});

function service({ definitionId, name, body, creator, createdAtMs, updatedBy }: ExistingDefinition) {
  const content = JSON.parse(body.inlineJson ?? '') as { description: string; keyterms: string[] };
  const parts = serviceParts(content);
  return {
    serviceId: definitionId,
    ...{ name, description: content.description, keyterms: content.keyterms, tags: parts.tags },
    ...{ isActive: parts.is_active, agentId: parts.agent_id, contextGraphId: parts.context_graph_id },
    versionSets: Object.entries(parts.version_sets).map(([set, versionSet]) => ({
      name: set,
      versionSet: {
        agentVersionNumber: versionSet.agent_version_number,
        contextGraphVersionNumber: versionSet.context_graph_version_number,
        llmModelPreferences: Object.entries(versionSet.llm_model_preferences).map(
          ([interactionName, { llm_name: llmName, params }]) => ({ interactionName, llmName, params }),
        ),
      },
    })),
    ...{ creator, createdAtMs, updatedBy },
  };
}

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: agentsEventTypes,
  deciders: {
    definition: definitionDecider,
    agent: seenAs((agent) => ({
      ...{ agentId: agent.definitionId, ...versions(agent) },
      latestBody: agent.latest?.body ?? null,
    })),
    context_graph: seenAs((graph) => ({ contextGraphId: graph.definitionId, ...versions(graph) })),
    service: seenAs(service),
  },
});
