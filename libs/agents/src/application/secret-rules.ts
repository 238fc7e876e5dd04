import { FieldChecks } from '@svc/errors';
import type { SecretChanges } from '../adapters/definition-secrets.js';
import type { DefinitionKind } from '../kinds/definition-kind.js';

const maxSecrets = 50;
const maxSecretCharacters = 8_192;
const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** @throws DomainError `validation_failed` */
export function checkSecrets({ hasSecrets = false }: DefinitionKind, { set, removed }: SecretChanges): void {
  const names = [...Object.keys(set), ...removed];
  const checks = new FieldChecks().atMost(['body', 'secrets'], names, hasSecrets ? maxSecrets : 0);
  for (const name of names) {
    checks.pattern(
      ['body', 'secrets'],
      name,
      secretName,
      'must hold 1 to 64 letters, digits and underscores',
    );
  }
  for (const name of removed)
    if (Object.hasOwn(set, name))
      checks.refuse(['body', name], 'must not be given where it is removed', 'value_error');
  for (const [name, secret] of Object.entries(set)) checks.text(['body', name], secret, maxSecretCharacters);
  checks.verify();
}
