import type { Author, ModelPreference, Service, VersionSet } from '@svc/contracts/agents';

/** The service object (contract-classic.md 1.7). */
export function fromService(service: Service) {
  return {
    id: service.serviceId,
    name: service.name,
    description: service.description,
    is_active: service.isActive,
    service_hierarchical_state_machine_id: service.contextGraphId,
    agent_id: service.agentId,
    version_sets: Object.fromEntries(
      service.versionSets.map(({ name, versionSet }) => [name, fromVersionSet(versionSet)]),
    ),
    tags: service.tags.map(({ key, value }) => ({ key, value: value ?? null })),
    keyterms: service.keyterms,
    creator: fromAuthor(service.creator),
    updated_by: fromAuthor(service.updatedBy),
  };
}

/** Null numbers stand for the latest version. */
function fromVersionSet(versionSet: VersionSet | undefined) {
  return {
    agent_version_number: versionSet?.agentVersionNumber ?? null,
    service_hierarchical_state_machine_version_number: versionSet?.contextGraphVersionNumber ?? null,
    llm_model_preferences: fromModelPreferences(versionSet?.llmModelPreferences ?? []),
  };
}

export function fromModelPreferences(preferences: readonly ModelPreference[]) {
  return Object.fromEntries(
    preferences.map(({ interactionName, llmName, paramsJson }) => [
      interactionName,
      { llm_name: llmName, params: JSON.parse(paramsJson) as unknown },
    ]),
  );
}

function fromAuthor(author: Author | undefined) {
  return { org_id: author?.orgId ?? '', user_id: author?.userId ?? '' };
}
