import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import { maxNameCharacters } from '../bounds.js';
import { unstorableTexts } from '../unstorable-texts.js';
import type { AvailableVersions } from './service-rules.js';
import {
  edgeVersionSetName,
  releaseVersionSetName,
  type NamedVersionSet,
  type VersionSet,
} from './version-set.js';

const versionSetName = /^[A-Za-z0-9_-]{1,40}$/;
const versionSetRule = 'must hold 1 to 40 letters, digits, hyphens and underscores';
/** A list shows all sets of each service, so they must be few and small. */
const maxVersionSets = 20;
const maxModelPreferences = 20;
/** The set is copied into each conversation that begins with it. */
export const versionSetLimitBytes = 4 * 1024;

/** The names that `llm_name` may take; null: any. */
export type ModelNames = ReadonlySet<string> | null;

export function isVersionSetName(name: string): boolean {
  return versionSetName.test(name);
}

/** @throws DomainError `validation_failed`. */
export function checkVersionSetName(name: string): void {
  new FieldChecks().pattern(['path', 'version_set_name'], name, versionSetName, versionSetRule).verify();
}

/** @throws DomainError `validation_failed` when the service would hold more version sets than it may. */
export function checkRoomForVersionSet(name: string, sets: readonly NamedVersionSet[]): void {
  if (sets.length < maxVersionSets || sets.some((set) => set.name === name)) return;
  const msg = `a service holds at most ${maxVersionSets} version sets, with ${edgeVersionSetName} and ${releaseVersionSetName}`;
  new FieldChecks().refuse(['path', 'version_set_name'], msg, 'too_long').verify();
}

/**
 * @throws DomainError `validation_failed` for a broken field, `invalid_request` for a version that is not of this
 * agent or graph, or for a model that is not available.
 */
export function checkVersionSet(
  field: string,
  set: VersionSet,
  available: AvailableVersions,
  modelNames: ModelNames,
): void {
  const checks = new FieldChecks();
  const at = (...rest: string[]): string[] => ['body', field, ...rest];
  checks.atMost(at('llm_model_preferences'), set.llmModelPreferences, maxModelPreferences);
  checks.unique(
    at('llm_model_preferences'),
    set.llmModelPreferences.map((preference) => preference.interactionName),
  );
  for (const { interactionName, llmName, params } of set.llmModelPreferences) {
    const preference = at('llm_model_preferences', interactionName);
    checks.text(at('llm_model_preferences'), interactionName, maxNameCharacters);
    checks.text([...preference, 'llm_name'], llmName, maxNameCharacters);
    for (const { loc, msg, type } of unstorableTexts(params, [...preference, 'params']))
      checks.refuse(loc, msg, type);
  }
  checks.verify();
  new FieldChecks().atMostBytes(at(), jsonBytes(set), versionSetLimitBytes).verify();
  checkNumber('agent', set.agentVersionNumber, available.agent);
  checkNumber('context graph', set.contextGraphVersionNumber, available.contextGraph);
  const unknown = set.llmModelPreferences.find(
    ({ llmName }) => modelNames !== null && !modelNames.has(llmName),
  );
  if (unknown) throw new DomainError('invalid_request', `There is no model named ${unknown.llmName}.`);
}

function checkNumber(kind: string, number: number | null, available: number | null): void {
  if (number === null || (Number.isInteger(number) && number >= 1 && number <= (available ?? 0))) return;
  throw new DomainError('invalid_request', `The ${kind} of this service has no version ${number}.`);
}
