import type {
  ModelPreference,
  Service as ServiceProto,
  VersionSet as VersionSetProto,
} from '@svc/contracts/agents';
import type { z } from 'zod';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { fromAuthor } from '../../wire/user-reference.js';
import { Service, VersionSet, type ModelPreferences } from './service-schemas.js';

export function fromService(message: ServiceProto) {
  const { serviceId, contextGraphId, versionSets, tags, creator, updatedBy, ...service } = message;
  return shown(Service, {
    ...sameNames(service),
    id: serviceId,
    service_hierarchical_state_machine_id: contextGraphId,
    version_sets: Object.fromEntries(
      versionSets.map(({ name, versionSet }) => [name, fromVersionSet(versionSet ?? latest)]),
    ),
    tags: tags.map(sameNames),
    creator: fromAuthor(creator),
    updated_by: fromAuthor(updatedBy),
  });
}

const latest: VersionSetProto = { llmModelPreferences: [] };

function fromVersionSet({
  agentVersionNumber,
  contextGraphVersionNumber,
  llmModelPreferences,
  ...versionSet
}: VersionSetProto) {
  return shown(VersionSet, {
    ...sameNames(versionSet),
    agent_version_number: agentVersionNumber ?? null,
    service_hierarchical_state_machine_version_number: contextGraphVersionNumber ?? null,
    llm_model_preferences: fromModelPreferences(llmModelPreferences),
  });
}

export function fromModelPreferences(
  preferences: readonly ModelPreference[],
): z.input<typeof ModelPreferences> {
  return Object.fromEntries(
    preferences.map(({ interactionName, llmName, paramsJson }) => [
      interactionName,
      { llm_name: llmName, params: JSON.parse(paramsJson) as Record<string, unknown> },
    ]),
  );
}
