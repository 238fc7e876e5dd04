import type { JsonObject, JsonValue } from '@svc/kernel';

/** The versions of a service's agent and graph for its conversations, as in the body of a service. */
export type VersionSet = {
  /** Null: the latest. */
  readonly agent_version_number: number | null;
  /** Null: the latest. */
  readonly context_graph_version_number: number | null;
  /** By the name of an interaction. */
  readonly llm_model_preferences: { readonly [interaction: string]: ModelPreference };
};

/** The model for one kind of model call. */
export type ModelPreference = { readonly llm_name: string; readonly params: JsonObject };

/** Every service of an organization has it; always the latest versions, and never changed. */
export const edgeVersionSet = 'edge';
/** The default of conversations. */
export const releaseVersionSet = 'release';

export const latestVersions: VersionSet = {
  agent_version_number: null,
  context_graph_version_number: null,
  llm_model_preferences: {},
};

/** The parts of a service's body that every surface has. */
export interface ServiceParts {
  readonly agent_id: string;
  readonly context_graph_id: string;
  readonly is_active: boolean;
  readonly tags: readonly { readonly key: string; readonly value: string | null }[];
  readonly version_sets: { readonly [name: string]: VersionSet };
}

/** Of a stored body, which its schema has parsed. */
export function serviceParts(body: JsonObject): ServiceParts {
  return body as unknown as ServiceParts;
}

/**
 * What queries read of a service: its tags, whether it is active, and what its version sets pin. A workspace's service without
 * the set that conversations take by default has the latest versions there.
 */
export function serviceSummary(body: JsonObject): JsonObject {
  const { agent_id, context_graph_id, is_active, tags, version_sets: sets } = serviceParts(body);
  const pins: Record<string, JsonValue> = Object.fromEntries(
    Object.entries({ [releaseVersionSet]: latestVersions, ...sets }).map(([name, set]) => [
      name,
      { agent: set.agent_version_number, context_graph: set.context_graph_version_number },
    ]),
  );
  return { agent_id, context_graph_id, is_active, tags: tags, pins };
}
