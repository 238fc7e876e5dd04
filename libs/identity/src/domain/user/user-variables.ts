import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import { limits } from '../limits.js';
import { variableName, variableRule } from './user-rules.js';

export interface UserVariable {
  readonly name: string;
  readonly value: string;
  readonly isSensitive: boolean;
}

export interface VariableChanges {
  /** Set or replaced. */
  readonly upserts: readonly UserVariable[];
  /** Names. */
  readonly deletes: readonly string[];
}

/** Values by name. */
type Variables = Readonly<Record<string, string>>;

export interface VariablesOfUser {
  readonly nonsensitive: Variables;
  readonly sensitive: Variables;
}

/** What can be said without the user. @throws DomainError `validation_failed` */
export function checkVariableChanges({ upserts, deletes }: VariableChanges): void {
  const { items } = limits.variablesOfKind;
  const checks = new FieldChecks()
    .atMost(['body', 'upserts'], upserts, 2 * items)
    .atMost(['body', 'deletes'], deletes, 2 * items);
  upserts.forEach(({ name, value }, at) => {
    checks.pattern(['body', 'upserts', at, 'name'], name, variableName, variableRule);
    checks.text(['body', 'upserts', at, 'value'], value, limits.variableCharacters);
  });
  deletes.forEach((name, at) =>
    checks.pattern(['body', 'deletes', at, 'name'], name, variableName, variableRule),
  );
  checks.unique(['body'], [...upserts.map(({ name }) => name), ...deletes]).verify();
}

/**
 * A name has one value: setting it in one kind takes it from the other.
 * @throws DomainError `invalid_request`: a name to delete is unknown, or there would be too many
 */
export function variablesAfter(
  { nonsensitive, sensitive }: VariablesOfUser,
  { upserts, deletes }: VariableChanges,
): VariablesOfUser {
  const unknown = deletes.find(
    (name) => !Object.hasOwn(nonsensitive, name) && !Object.hasOwn(sensitive, name),
  );
  if (unknown !== undefined) throw new DomainError('invalid_request', `The user has no variable ${unknown}.`);
  const gone = new Set([...deletes, ...upserts.map(({ name }) => name)]);
  const after = (present: Variables, isSensitive: boolean) => {
    const kept = Object.entries(present).filter(([name]) => !gone.has(name));
    const set = upserts.filter((one) => one.isSensitive === isSensitive);
    return bounded(Object.fromEntries([...kept, ...set.map(({ name, value }) => [name, value] as const)]));
  };
  return { nonsensitive: after(nonsensitive, false), sensitive: after(sensitive, true) };
}

function bounded(variables: Variables): Variables {
  const { items, bytes } = limits.variablesOfKind;
  if (Object.keys(variables).length > items)
    throw new DomainError('invalid_request', `A user has at most ${items} variables of each kind.`);
  if (jsonBytes(variables) > bytes)
    throw new DomainError('invalid_request', `Variables of a kind take at most ${bytes} bytes together.`);
  return variables;
}
