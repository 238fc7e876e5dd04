import { FieldChecks } from '@svc/errors';
import { checkLanguage, checkPreferences, checkTimezone } from '../preferences.js';
import type { CreateUser, UpdateUser } from './user.js';

/** The contract sets no upper bound; an index can't hold names of any length. */
const variableName = /^[a-z_][a-z0-9_]{1,255}$/;
const variableRule =
  'the name must hold 2 to 256 of a to z, 0 to 9 and underscores, and not begin with a digit';
/** Up to three lower-case words. */
const keyterm = /^[a-z-]+( [a-z-]+){0,2}$/;
/** One address, loosely: what matters is that it can be told from others and written to. RFC 5321 bounds the length. */
const email = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,189}$/;
const mostNonsensitive = 19;
const mostSensitive = 20;
const mostKeyterms = 20;

/** @throws DomainError `validation_failed` (contract-classic.md 1.3). */
export function checkNewUser(user: CreateUser): void {
  const checks = new FieldChecks()
    .text(['body', 'first_name'], user.firstName)
    .text(['body', 'last_name'], user.lastName)
    .text(['body', 'email'], user.email)
    .pattern(['body', 'email'], user.email, email, 'must be one e-mail address, such as ada@example.com');
  checkVariables(checks, 'nonsensitive_user_variables', user.nonsensitiveVariables, mostNonsensitive);
  checkVariables(checks, 'sensitive_user_variables', user.sealedVariables, mostSensitive);
  checkPreferences(checks, ['body', 'user_preferences'], user.preferences);
  checks.verify();
}

/** @throws DomainError `validation_failed` (contract-classic.md 1.4). */
export function checkUserUpdate(update: UpdateUser): void {
  const checks = new FieldChecks().texts(['body', 'additional_context'], update.additionalContext);
  if (update.firstName !== undefined) checks.text(['body', 'first_name'], update.firstName);
  if (update.lastName !== undefined) checks.text(['body', 'last_name'], update.lastName);
  checkLanguage(checks, ['body', 'preferred_language'], update.preferredLanguage?.value);
  checkTimezone(checks, ['body', 'timezone'], update.timezone?.value);
  const keyterms = update.audioKeyterms ?? [];
  checks.atMost(['body', 'audio_keyterms'], keyterms, mostKeyterms);
  keyterms.forEach((term, index) =>
    checks.pattern(
      ['body', 'audio_keyterms', index],
      term,
      keyterm,
      'must be one to three lower-case words of the letters a to z and hyphens',
    ),
  );
  checks.verify();
}

function checkVariables(
  checks: FieldChecks,
  field: string,
  variables: Readonly<Record<string, string>>,
  maximum: number,
): void {
  checks.atMost(['body', field], Object.keys(variables), maximum);
  for (const [name, value] of Object.entries(variables)) {
    checks.pattern(['body', field, name], name, variableName, variableRule);
    checks.storable(['body', field, name], value);
  }
}
