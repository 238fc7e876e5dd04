import { defaultRoles } from '@svc/auth';
import { ConcurrencyError } from '@svc/event-store';
import { type EventMetadata, organizationTenant } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { organizationExists, type UserDimension } from '../domain/organization/organization.js';
import { standardPreferences, type UserPreferences } from '../domain/preferences.js';
import type { IdentityContext } from './identity-context.js';

export interface NewOrganization {
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  readonly defaultUserPreferences: UserPreferences | undefined;
  readonly seededByOperator: boolean;
  /** Gets the highest role. */
  readonly administrator: { readonly firstName: string; readonly lastName: string; readonly email: string };
}

export interface FoundedOrganization {
  readonly administratorUserId: string;
  /** The highest default role. */
  readonly highestRoleId: string;
}

/**
 * An organization, its default roles and its first user, who holds the highest of them.
 * @param tx all of it or nothing.
 * @throws DomainError `invalid_request` (the id), `conflict` (it exists), `validation_failed`.
 */
export async function foundOrganization(
  { aggregates, clock, ids }: Pick<IdentityContext, 'aggregates' | 'clock' | 'ids'>,
  tx: Executor,
  { administrator, ...organization }: NewOrganization,
  metadata: EventMetadata,
): Promise<FoundedOrganization> {
  const { orgId, seededByOperator } = organization;
  const nowMs = clock.now();
  const target = (id: string) => ({ tenantId: organizationTenant(orgId), orgId, id, metadata });
  await aggregates.organizations
    .create(tx, target(orgId), { type: 'CreateOrganization', ...organization, nowMs })
    .catch((failure: unknown) => {
      throw failure instanceof ConcurrencyError ? organizationExists(orgId) : failure;
    });
  let highestRoleId = '';
  for (const { name, description, frontendView, rank, grants } of defaultRoles(seededByOperator)) {
    highestRoleId = ids.objectId();
    await aggregates.roles.create(tx, target(highestRoleId), {
      type: 'CreateRole',
      roleId: highestRoleId,
      roleName: name,
      description,
      frontendView,
      permissionGrants: grants,
      defaultRank: rank,
      mayCreateOrganizations: seededByOperator,
      nowMs,
    });
  }
  const administratorUserId = ids.objectId();
  await aggregates.users.create(tx, target(administratorUserId), {
    type: 'CreateUser',
    userId: administratorUserId,
    ...administrator,
    roleId: highestRoleId,
    preferences: organization.defaultUserPreferences ?? standardPreferences,
    nonsensitiveVariables: {},
    sealedVariables: {},
    sensitiveVariableBytes: 2,
    nowMs,
  });
  return { administratorUserId, highestRoleId };
}
