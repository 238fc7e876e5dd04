import { DomainError, FieldChecks } from '@svc/errors';
import { isUuid } from '@svc/kernel';
import { limits } from '../limits.js';
import { connectorTypes, workspaceEnvironments } from './workspace-terms.js';

const slugForm = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/;
/** E.164: a plus sign, a country code that does not begin with zero, at most 15 digits. */
const numberForm = /^\+[1-9]\d{1,14}$/;

/** @throws DomainError `validation_failed` */
export function checkNewWorkspace(
  workspace: {
    readonly slug: string;
    readonly name: string;
    readonly environment: string;
    readonly region: string;
  },
  servingRegion: string,
): void {
  const { slug, name, environment, region } = workspace;
  const { fewest, most } = limits.workspaceSlugCharacters;
  const checks = new FieldChecks().name(['body', 'name'], name, limits.nameCharacters);
  if (slug.length < fewest || slug.length > most || !slugForm.test(slug)) {
    const rule = `must be ${fewest} to ${most} lower-case letters, digits and hyphens, none of these at either end`;
    checks.refuse(['body', 'slug'], rule, 'string_pattern_mismatch');
  }
  oneOf(checks, 'environment', environment, workspaceEnvironments);
  if (region !== servingRegion)
    checks.refuse(
      ['body', 'region'],
      `must be ${servingRegion}, which is the region that serves here`,
      'enum',
    );
  checks.verify();
}

/** Null: unchanged. @throws DomainError `validation_failed` */
export function checkWorkspaceUpdate({
  name,
  environment,
  connectorType,
}: {
  readonly name: string | null;
  readonly environment: string | null;
  readonly connectorType: string | null;
}): void {
  const checks = new FieldChecks();
  if (name !== null) checks.name(['body', 'name'], name, limits.nameCharacters);
  if (environment !== null) oneOf(checks, 'environment', environment, workspaceEnvironments);
  if (connectorType !== null) oneOf(checks, 'connector_type', connectorType, connectorTypes);
  checks.verify();
}

/** @returns each once, in the given order. @throws DomainError `validation_failed` */
export function testCallerNumbers(numbers: readonly string[]): readonly string[] {
  return eachOnce(
    'numbers',
    numbers,
    (number) => numberForm.test(number),
    'must be an E.164 number such as +15551234567',
  );
}

/** @returns each once, in lower case. @throws DomainError `validation_failed` */
export function testCredentialIds(ids: readonly string[]): readonly string[] {
  const lowerCase = ids.map((id) => id.toLowerCase());
  return eachOnce('credential_ids', lowerCase, isUuid, 'must be a UUID');
}

/** @throws DomainError `validation_failed`: so that nobody archives the wrong workspace. */
export function checkSlugOfArchived(given: string, slug: string): void {
  if (given !== slug)
    new FieldChecks().refuse(['body', 'slug'], "must be the workspace's own slug", 'value_error').verify();
}

function eachOnce(
  field: string,
  values: readonly string[],
  isOne: (value: string) => boolean,
  rule: string,
): readonly string[] {
  const at = ['body', field];
  const checks = new FieldChecks().atMost(at, values, limits.testCallers);
  for (const [index, value] of values.slice(0, limits.testCallers).entries())
    if (!isOne(value)) checks.refuse([...at, index], rule, 'string_pattern_mismatch');
  checks.verify();
  return [...new Set(values)];
}

function oneOf(checks: FieldChecks, field: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) checks.refuse(['body', field], `must be one of ${known.join(', ')}`, 'enum');
}

export function slugTaken(slug: string): DomainError {
  return new DomainError(
    'slug_conflict',
    `The slug ${slug} belongs to a workspace already. Choose another one.`,
  );
}

export function workspaceNotFound(): DomainError {
  return new DomainError('not_found', 'There is no workspace with this id.');
}
