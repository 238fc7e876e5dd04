import type { ModelPreference, VersionSet as VersionSetProto } from '@svc/contracts/agents';
import { canonicalJson, type JsonObject, type OfMessage } from '@svc/kernel';
import type { EarlierVersionSet } from '../domain/definition/earlier-event.js';
import type { VersionSet } from '../domain/service/service-body.js';

/** Parameters of models travel as JSON text; sorted by interaction name. */
export function modelPreferences({ llm_model_preferences: preferences }: VersionSet): ModelPreference[] {
  return Object.entries(preferences)
    .map(([interactionName, { llm_name: llmName, params }]) => ({
      interactionName,
      llmName,
      paramsJson: canonicalJson(params),
    }))
    .sort((one, other) => (one.interactionName < other.interactionName ? -1 : 1));
}

export function versionSetMessage(set: VersionSet): VersionSetProto {
  return {
    agentVersionNumber: set.agent_version_number ?? undefined,
    contextGraphVersionNumber: set.context_graph_version_number ?? undefined,
    llmModelPreferences: modelPreferences(set),
  };
}

/** Of the events of earlier releases. */
export function earlierVersionSetMessage(set: EarlierVersionSet): OfMessage<VersionSetProto> {
  return {
    ...set,
    llmModelPreferences: set.llmModelPreferences.map(({ params, ...preference }) => ({
      ...preference,
      paramsJson: canonicalJson(params),
    })),
  };
}

/** Of the events of earlier releases. */
export function earlierVersionSet(message: OfMessage<VersionSetProto>): EarlierVersionSet {
  return {
    ...message,
    llmModelPreferences: message.llmModelPreferences.map(({ paramsJson, ...preference }) => ({
      ...preference,
      params: JSON.parse(paramsJson) as JsonObject,
    })),
  };
}
