import { DomainError, FieldChecks } from '@svc/errors';
import type { Tag } from './tag.js';
import type { VersionSet } from './version-set.js';

/** `^[\w\s]+$` of the contract, with the word characters of every script; no index holds keys of any length. */
const tagText = /^[\p{L}\p{M}\p{N}_\s]{1,256}$/u;
const tagRule = 'must hold 1 to 256 letters, digits, blanks and underscores';
/** As for agents and graphs: names stand in an index. */
const mostNameCharacters = 256;
const versionSetName = /^[A-Za-z0-9_-]{1,40}$/;
const versionSetRule = 'must hold 1 to 40 letters, digits, hyphens and underscores';

/** How many versions the service's agent and graph have; versions count up from 1 without a gap. */
export interface AvailableVersions {
  /** Null: there is no such agent. */
  readonly agent: number | null;
  /** Null: there is no such context graph. */
  readonly contextGraph: number | null;
}

/** The names that `llm_name` may take; null: any. */
export type ModelNames = ReadonlySet<string> | null;

export interface ServiceFields {
  readonly name: string;
  readonly description: string;
  readonly keyterms: readonly string[];
  readonly tags: readonly Tag[];
}

/** @throws DomainError `validation_failed` (contract-classic.md 4.5 and the head of section 4). */
export function checkServiceFields(fields: ServiceFields): void {
  const checks = new FieldChecks()
    .text(['body', 'name'], fields.name, mostNameCharacters)
    .text(['body', 'description'], fields.description)
    .atMost(['body', 'keyterms'], fields.keyterms, 20)
    .texts(['body', 'keyterms'], fields.keyterms)
    .atMost(['body', 'tags'], fields.tags, 20)
    .unique(
      ['body', 'tags'],
      fields.tags.map((tag) => tag.key),
    );
  for (const { key, value } of fields.tags) {
    checks.pattern(['body', 'tags', key], key, tagText, `the key ${tagRule}`);
    if (value !== null) checks.pattern(['body', 'tags', key], value, tagText, `the value ${tagRule}`);
  }
  checks.verify();
}

export function isVersionSetName(name: string): boolean {
  return versionSetName.test(name);
}

/** @throws DomainError `validation_failed`. */
export function checkVersionSetName(name: string): void {
  new FieldChecks().pattern(['path', 'version_set_name'], name, versionSetName, versionSetRule).verify();
}

/** @throws DomainError `not_found`, or `invalid_request` when there is no version to converse with. */
export function checkHasVersions(available: AvailableVersions): void {
  for (const [kind, count] of [
    ['agent', available.agent],
    ['context graph', available.contextGraph],
  ] as const) {
    if (count === null) throw new DomainError('not_found', `There is no ${kind} with this id.`);
    if (count === 0)
      throw new DomainError('invalid_request', `The ${kind} has no version yet. Create one first.`);
  }
}

/**
 * @throws DomainError `validation_failed` for a broken field, `invalid_request` for a version that is not of this
 *   agent or graph, or for an unknown model (contract-classic.md 4.5).
 */
export function checkVersionSet(
  field: string,
  set: VersionSet,
  available: AvailableVersions,
  modelNames: ModelNames,
): void {
  const checks = new FieldChecks();
  const at = (...rest: string[]): string[] => ['body', field, ...rest];
  checks.unique(
    at('llm_model_preferences'),
    set.llmModelPreferences.map((preference) => preference.interactionName),
  );
  for (const { interactionName, llmName } of set.llmModelPreferences) {
    checks.text(at('llm_model_preferences'), interactionName, 256);
    checks.text(at('llm_model_preferences', interactionName, 'llm_name'), llmName, 256);
  }
  checks.verify();
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
