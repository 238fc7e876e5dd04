import { FieldChecks, jsonBytes } from '@svc/errors';
import { limits } from '../limits.js';
import { checkPreferences, type UserPreferences } from '../preferences.js';
import type { UserDimension } from './user-dimension.js';

/** @throws DomainError `validation_failed` */
export function checkNewOrganization(fields: {
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  readonly defaultUserPreferences: UserPreferences | null;
}): void {
  const checks = new FieldChecks().name(['body', 'org_name'], fields.orgName, limits.nameCharacters);
  checkDimensions(checks, fields.userDimensions);
  checkDefaults(checks, fields.defaultUserPreferences);
  checks.verify();
}

/** Dimensions can be replaced, not removed. @throws DomainError `validation_failed` */
export function checkOrganizationUpdate({
  userDimensions,
  defaultUserPreferences,
}: {
  readonly userDimensions: readonly UserDimension[] | null;
  readonly defaultUserPreferences: UserPreferences | null;
}): void {
  const checks = new FieldChecks();
  if (userDimensions?.length === 0)
    checks.refuse(['body', 'user_dimensions'], 'must have at least one item', 'too_short');
  checkDimensions(checks, userDimensions ?? []);
  checkDefaults(checks, defaultUserPreferences);
  checks.verify();
}

function checkDimensions(checks: FieldChecks, dimensions: readonly UserDimension[]): void {
  const { items, tags: maxTags, bytes } = limits.userDimensions;
  const at = ['body', 'user_dimensions'];
  checks.atMost(at, dimensions, items).atMostBytes(at, jsonBytes(dimensions), bytes);
  dimensions.slice(0, items).forEach(({ description, tags }, index) => {
    checks
      .text([...at, index, 'description'], description)
      .atMost([...at, index, 'tags'], tags, maxTags)
      .texts([...at, index, 'tags'], tags.slice(0, maxTags));
  });
}

function checkDefaults(checks: FieldChecks, preferences: UserPreferences | null): void {
  if (preferences) checkPreferences(checks, ['body', 'default_user_preferences'], preferences);
}
