import type { JsonObject } from '@svc/kernel';

/** The versions of a service's agent and graph for its conversations. */
export interface VersionSet {
  /** Null: the latest. */
  readonly agentVersionNumber: number | null;
  /** Null: the latest. */
  readonly contextGraphVersionNumber: number | null;
  /** Sorted by interaction name, names unique. */
  readonly llmModelPreferences: readonly ModelPreference[];
}

export interface NamedVersionSet {
  readonly name: string;
  readonly versionSet: VersionSet;
}

/** The model for one kind of model call. */
export interface ModelPreference {
  readonly interactionName: string;
  readonly llmName: string;
  readonly params: JsonObject;
}

/** Every service has it; always the latest versions, and never changed. */
export const edgeVersionSetName = 'edge';
/** Every service has it; the default of conversations. */
export const releaseVersionSetName = 'release';

export const latestVersions: VersionSet = {
  agentVersionNumber: null,
  contextGraphVersionNumber: null,
  llmModelPreferences: [],
};

/** The sets with this one in place of the one of its name, or at the end. */
export function withVersionSet(
  sets: readonly NamedVersionSet[],
  put: NamedVersionSet,
): readonly NamedVersionSet[] {
  const isNew = sets.every(({ name }) => name !== put.name);
  return isNew ? [...sets, put] : sets.map((set) => (set.name === put.name ? put : set));
}

/** By interaction name in UTF-16 code units, so that equal sets of preferences are equal lists. */
export function withSortedPreferences(set: VersionSet): VersionSet {
  const byName = set.llmModelPreferences.toSorted((a, b) => (a.interactionName < b.interactionName ? -1 : 1));
  return { ...set, llmModelPreferences: byName };
}
