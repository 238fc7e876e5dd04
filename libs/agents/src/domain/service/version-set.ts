import type { JsonObject } from '@svc/kernel';

/** Which versions of a service's agent and graph its conversations get. */
export interface VersionSet {
  /** Null: the latest. */
  readonly agentVersionNumber: number | null;
  /** Null: the latest. */
  readonly contextGraphVersionNumber: number | null;
  /** Sorted by interaction name, names unique. */
  readonly llmModelPreferences: readonly ModelPreference[];
}

/** Which model one kind of model call uses. */
export interface ModelPreference {
  readonly interactionName: string;
  readonly llmName: string;
  readonly params: JsonObject;
}

/** Every service has it; always the latest versions, and never changed. */
export const edgeVersionSetName = 'edge';
/** Every service has it; what conversations get unless they ask for another set. */
export const releaseVersionSetName = 'release';

export const latestVersions: VersionSet = {
  agentVersionNumber: null,
  contextGraphVersionNumber: null,
  llmModelPreferences: [],
};
