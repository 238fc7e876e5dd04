import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import { tagBounds } from '@svc/kernel';
import { maxNameCharacters, maxTextCharacters } from '../bounds.js';
import type { Tag } from './tag.js';

const maxKeyterms = 20;
const maxKeytermCharacters = 100;
/** One page of the list holds twenty of them with their version sets. */
const serviceLimitBytes = 32 * 1024;

/** How many versions the service's agent and graph have; versions count up from 1 without a gap. */
export interface AvailableVersions {
  /** Null: there is no such agent. */
  readonly agent: number | null;
  /** Null: there is no such context graph. */
  readonly contextGraph: number | null;
}

export interface ServiceFields {
  readonly name: string;
  readonly description: string;
  readonly keyterms: readonly string[];
  readonly tags: readonly Tag[];
}

/** The defaults of a service. */
export const unsaidServiceFields: Omit<ServiceFields, 'name' | 'description'> = { keyterms: [], tags: [] };

/** @throws DomainError `validation_failed` naming each field that breaks its bounds. */
export function checkServiceFields({ name, description, keyterms, tags }: ServiceFields): void {
  const checks = new FieldChecks()
    .name(['body', 'name'], name, maxNameCharacters)
    .text(['body', 'description'], description, maxTextCharacters)
    .atMost(['body', 'keyterms'], keyterms, maxKeyterms)
    .texts(['body', 'keyterms'], keyterms, maxKeytermCharacters)
    .atMost(['body', 'tags'], tags, tagBounds.items)
    .unique(
      ['body', 'tags'],
      tags.map((tag) => tag.key),
    );
  for (const { key, value } of tags) {
    const at = ['body', 'tags', key];
    checks.pattern(at, key, tagBounds.text, `the key ${tagBounds.textRule}`);
    if (value !== null) checks.pattern(at, value, tagBounds.text, `the value ${tagBounds.textRule}`);
  }
  checks.verify();
  const sizeBytes = jsonBytes({ name, description, keyterms, tags } satisfies ServiceFields);
  new FieldChecks().atMostBytes(['body'], sizeBytes, serviceLimitBytes).verify();
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
