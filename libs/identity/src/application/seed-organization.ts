import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { organizationTenant, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Installer } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import { standardPreferences } from '../domain/preferences.js';
import { withoutVariables } from '../domain/user/user-command.js';
import { queryFirstAdministrator } from '../projections/first-administrator-query.js';
import { highestRole } from '../projections/super-administrators-query.js';
import { isEmailTaken } from '../projections/user-rows.js';
import { SetUpOrganization, type NewOrganization } from './set-up-organization.js';
import { IssueApiKey, ofInstaller, type IssuedApiKey } from './issue-api-key.js';
import { RoleCeiling } from './role-ceiling.js';
import { Users } from './users.js';

export type OrganizationSeed = Pick<
  NewOrganization,
  'orgId' | 'orgName' | 'administrator' | 'userDimensions'
>;

export interface SeededOrganization {
  readonly userId: string;
  /** Only when the organization was created by this call. */
  readonly apiKey: IssuedApiKey | null;
}

/** The longest lifetime of a key. */
const seedKeyDuration = 'P90D';
const seeded = { defaultUserPreferences: null, seededByOperator: true, creator: null };

/**
 * Creates an organization that may create others, or returns the administrator of the existing one. An organization
 * without users gets a new administrator, since nobody else could let anybody in.
 */
@Injectable()
export class SeedOrganization {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
    private readonly setUpOrganization: SetUpOrganization,
    private readonly issueApiKey: IssueApiKey,
    private readonly ceiling: RoleCeiling,
    private readonly users: Users,
  ) {}

  /** @throws DomainError `invalid_request` (the id), `validation_failed`. */
  async execute(installer: Installer, seed: OrganizationSeed): Promise<SeededOrganization> {
    try {
      return await this.#create(installer, seed);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'conflict')) throw error;
      const userId = await queryFirstAdministrator(this.database, seed.orgId);
      return { userId: userId ?? (await this.#addAdministrator(installer, seed)), apiKey: null };
    }
  }

  #create({ metadata }: Installer, seed: OrganizationSeed): Promise<SeededOrganization> {
    const tenantId = organizationTenant(seed.orgId);
    return this.database.transaction(async (tx) => {
      const created = await this.setUpOrganization.execute({ tx, metadata }, { ...seed, ...seeded });
      const { administratorUserId: userId, highestRoleId: roleId } = created;
      const key = { ...ofInstaller, creatorUserId: userId, name: 'seed', duration: seedKeyDuration, roleId };
      return { userId, apiKey: await this.issueApiKey.execute({ tenantId, tx, metadata }, key) };
    });
  }

  async #addAdministrator({ metadata }: Installer, seed: OrganizationSeed): Promise<string> {
    const tenantId = organizationTenant(seed.orgId);
    const { roleId } = await this.ceiling.requireRole(seed.orgId, highestRole);
    const id = this.ids.resourceId(tenantId);
    const administrator = { type: 'CreateUser', userId: id, ...seed.administrator, roleId } as const;
    try {
      const preferences = standardPreferences;
      await this.users.add(
        { tenantId, id, metadata },
        { ...administrator, preferences, ...withoutVariables },
      );
      return id;
    } catch (error) {
      // Another process has just seeded it.
      const other = isEmailTaken(error) && (await queryFirstAdministrator(this.database, seed.orgId));
      if (!other) throw error;
      return other;
    }
  }
}
