import { DomainError, FieldChecks } from '@svc/errors';
import { isUniqueViolation } from '@svc/postgres';
import { wordsOf } from '../domain/definition/definition.js';
import { definitionNameKey } from '../projections/definition-rows.js';
import type { NameRule } from '../kinds/definition-kind.js';

/** Names are in an index. */
const maxNameCharacters = 256;

/** @throws DomainError `validation_failed`, `conflict` for a name that something else has */
export function checkName({ field, pattern, taken }: NameRule, name: string): void {
  const checks = new FieldChecks();
  if (pattern) checks.pattern(['body', field], name, ...pattern);
  else checks.name(['body', field], name, maxNameCharacters);
  checks.verify();
  if (taken?.has(name)) throw new DomainError('conflict', `There is a built-in tool named "${name}".`);
}

/**
 * For `catch`: turns a violation of the unique name into a conflict; other errors pass.
 * @throws DomainError `conflict`
 */
export function refuseTakenName(kind: string, name: string | null): (error: unknown) => never {
  return (error) => {
    if (!isUniqueViolation(error, definitionNameKey)) throw error;
    const words = wordsOf(kind);
    const message =
      name === null
        ? `There is already another ${words} with the name of this one.`
        : `There is already a ${words} named "${name}".`;
    throw new DomainError('conflict', message, { cause: error });
  };
}
