import type { DefaultRoleName } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { type EventMetadata, organizationTenant } from '@svc/kernel';
import { standardPreferences } from '../domain/preferences.js';
import { queryFirstAdministrator } from '../projections/first-administrator-query.js';
import type { IdentityContext } from './identity-context.js';
import { foundOrganization } from './found-organization.js';
import { issueApiKey, type IssuedApiKey } from './issue-api-key.js';
import { requireRole } from './role-ceiling.js';

export interface OrganizationSeed {
  readonly orgId: string;
  readonly orgName: string;
  readonly administrator: { readonly firstName: string; readonly lastName: string; readonly email: string };
}

export interface SeededOrganization {
  readonly userId: string;
  /** Only when the organization was created now. */
  readonly apiKey: IssuedApiKey | null;
}

/** The longest that a key can have. */
const seedKeyDuration = 'P90D';
const highestRole: DefaultRoleName = 'DefaultSuperAdministratorRole';

/**
 * Creates an organization that may create others, or answers the administrator of the one that exists. One whose users
 * are all gone gets a new administrator: nobody else could let anybody in.
 */
export async function seedOrganization(
  context: IdentityContext,
  { orgId, orgName, administrator }: OrganizationSeed,
  metadata: EventMetadata,
): Promise<SeededOrganization> {
  const { database } = context;
  const create = () =>
    database.transaction(async (tx) => {
      const organization = {
        orgId,
        orgName,
        administrator,
        userDimensions: [],
        defaultUserPreferences: undefined,
        seededByOperator: true,
      };
      const founded = await foundOrganization(context, tx, organization, metadata);
      const userId = founded.administratorUserId;
      const key = {
        orgId,
        creatorUserId: userId,
        name: 'seed',
        duration: seedKeyDuration,
        roleId: founded.highestRoleId,
      };
      return { userId, apiKey: await issueApiKey(context, tx, key, metadata) };
    });
  try {
    return await create();
  } catch (failure) {
    if (!(failure instanceof DomainError && failure.code === 'conflict')) throw failure;
    const userId = await queryFirstAdministrator(database, orgId);
    return {
      userId: userId ?? (await addAdministrator(context, orgId, administrator, metadata)),
      apiKey: null,
    };
  }
}

async function addAdministrator(
  context: IdentityContext,
  orgId: string,
  administrator: OrganizationSeed['administrator'],
  metadata: EventMetadata,
): Promise<string> {
  const { aggregates, database, clock, ids } = context;
  const { roleId } = await requireRole(context, orgId, highestRole);
  const userId = ids.objectId();
  const target = { tenantId: organizationTenant(orgId), orgId, id: userId, metadata };
  await aggregates.users.create(database, target, {
    type: 'CreateUser',
    userId,
    ...administrator,
    roleId,
    preferences: standardPreferences,
    nonsensitiveVariables: {},
    sealedVariables: {},
    sensitiveVariableBytes: 2,
    nowMs: clock.now(),
  });
  return userId;
}
