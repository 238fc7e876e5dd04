import { FieldChecks, jsonBytes } from '@svc/errors';
import { limits } from '../limits.js';
import { checkKeyterms, checkLanguage, checkPreferences, checkTimezone } from '../preferences.js';
import type { CreateUser, UpdateUser } from './user-command.js';

export const variableName = /^[a-z_][a-z0-9_]{1,255}$/;
export const variableRule =
  'the name must hold 2 to 256 of a to z, 0 to 9 and underscores, and not begin with a digit';
/** One address, loosely checked: it must be distinct and usable. RFC 5321 bounds the length. */
const email = /^[^\s\p{Cc}@<>,;:"()[\]\\]{1,64}@[^\s\p{Cc}@<>,;:"()[\]\\]{1,189}$/u;

/** @throws DomainError `validation_failed`. */
export function checkNewUser(user: CreateUser): void {
  const checks = new FieldChecks()
    .name(['body', 'first_name'], user.firstName, limits.nameCharacters)
    .name(['body', 'last_name'], user.lastName, limits.nameCharacters)
    .text(['body', 'email'], user.email)
    .pattern(['body', 'email'], user.email, email, 'must be one e-mail address, such as ada@example.com');
  const { nonsensitiveVariables, sensitiveVariables } = user;
  checkVariables(checks, 'nonsensitive_user_variables', nonsensitiveVariables, limits.nonsensitiveVariables);
  checkVariables(checks, 'sensitive_user_variables', sensitiveVariables, limits.sensitiveVariables);
  checkPreferences(checks, ['body', 'user_preferences'], user.preferences);
  checks.verify();
}

/** @throws DomainError `validation_failed`. */
export function checkUserUpdate(update: UpdateUser): void {
  const { entries, charactersOfEntry } = limits.additionalContextUpdate;
  const checks = new FieldChecks().atMost(['body', 'additional_context'], update.additionalContext, entries);
  checks.texts(['body', 'additional_context'], update.additionalContext.slice(0, entries), charactersOfEntry);
  if (update.firstName !== null) checks.name(['body', 'first_name'], update.firstName, limits.nameCharacters);
  if (update.lastName !== null) checks.name(['body', 'last_name'], update.lastName, limits.nameCharacters);
  checkLanguage(checks, ['body', 'preferred_language'], update.preferredLanguage?.value ?? null);
  checkTimezone(checks, ['body', 'timezone'], update.timezone?.value ?? null);
  checkKeyterms(checks, ['body', 'audio_keyterms'], update.audioKeyterms ?? []);
  checks.verify();
}

function checkVariables(
  checks: FieldChecks,
  field: string,
  variables: Readonly<Record<string, string>>,
  most: { readonly items: number; readonly bytes: number },
): void {
  const entries = Object.entries(variables);
  checks
    .atMost(['body', field], entries, most.items)
    .atMostBytes(['body', field], jsonBytes(variables), most.bytes);
  for (const [name, value] of entries.slice(0, most.items)) {
    checks.pattern(['body', field, name], name, variableName, variableRule);
    checks.storable(['body', field, name], value);
  }
}
