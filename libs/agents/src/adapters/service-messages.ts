import type {
  ModelPreference as ModelPreferenceMessage,
  Tag as TagMessage,
  VersionSet as VersionSetMessage,
} from '@svc/contracts/agents';
import type { Complete } from '@svc/event-store';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import type { Tag } from '../domain/service/tag.js';
import type { ModelPreference, VersionSet } from '../domain/service/version-set.js';

export function versionSetToMessage(set: VersionSet): Complete<VersionSetMessage> {
  return {
    agentVersionNumber: set.agentVersionNumber ?? undefined,
    contextGraphVersionNumber: set.contextGraphVersionNumber ?? undefined,
    llmModelPreferences: set.llmModelPreferences.map(modelPreferenceToMessage),
  };
}

/** Of a set that this context wrote: its JSON is known to be sound. */
export function versionSetFromMessage(message: VersionSetMessage | undefined): VersionSet {
  return {
    agentVersionNumber: message?.agentVersionNumber ?? null,
    contextGraphVersionNumber: message?.contextGraphVersionNumber ?? null,
    llmModelPreferences: (message?.llmModelPreferences ?? []).map(
      ({ interactionName, llmName, paramsJson }) => ({
        interactionName,
        llmName,
        params: JSON.parse(paramsJson) as JsonObject,
      }),
    ),
  };
}

function modelPreferenceToMessage(preference: ModelPreference): Complete<ModelPreferenceMessage> {
  const { interactionName, llmName, params } = preference;
  return { interactionName, llmName, paramsJson: canonicalJson(params) };
}

export function tagToMessage({ key, value }: Tag): Complete<TagMessage> {
  return { key, value: value ?? undefined };
}

export function tagFromMessage({ key, value }: TagMessage): Tag {
  return { key, value: value ?? null };
}
