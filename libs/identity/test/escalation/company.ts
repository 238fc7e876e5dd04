import { permissionNames, type Caller, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Decide, LoadedAggregate } from '@svc/event-store';
import type { RequestContext } from '@svc/rpc';
import { AccessJudge } from '../../src/application/access-judge.js';
import { AssignRole } from '../../src/application/assign-role.js';
import { CreateApiKey } from '../../src/application/create-api-key.js';
import { CreateUser } from '../../src/application/create-user.js';
import type { HandOverRoles } from '../../src/application/hand-over-roles.js';
import type { IssueApiKey } from '../../src/application/issue-api-key.js';
import type { KnownOrganizations } from '../../src/application/known-organizations.js';
import type { LastSuperAdministrator } from '../../src/application/last-super-administrator.js';
import { ModifyRole } from '../../src/application/modify-role.js';
import { RoleCeiling } from '../../src/application/role-ceiling.js';
import type { Roles } from '../../src/application/roles.js';
import type { Users } from '../../src/application/users.js';
import type { Role, RoleCommand, RoleState } from '../../src/domain/role/role.js';
import type { UserCommand } from '../../src/domain/user/user-command.js';
import type { ExistingUser, UserState } from '../../src/domain/user/user.js';
import type { KnownRole, RoleCache } from '../../src/projections/role-cache.js';
import type { AccessRow } from '../../src/projections/access-query.js';
import type { Database } from '@svc/postgres';
import { standIn } from './stand-in.js';

const tenantId = 'org:x';
const metadata = { actor: 'user:1', correlationId: 'r', causationId: 'c' };

/** Every possible grant, for ever: so no missing permission hides a rank error. */
const everything: readonly Grant[] = permissionNames.map((permissionName) => ({
  permissionName,
  conditions: {},
}));

/**
 * The roles, users and API keys of an organization `x` in memory, behind the service's own use cases that decide who
 * may do what to them.
 */
export class Company {
  /** By id, replaced ones included. */
  readonly roles = new Map<string, KnownRole>();
  /** The role of each user. */
  readonly users = new Map<string, string>();
  readonly keys: { readonly roleId: string; readonly creatorUserId: string }[] = [];
  readonly #inForce = new Map<string, string>();
  #made = 0;

  readonly #standings = standIn<RoleCache>({
    byId: async (_orgId, roleId) => this.roles.get(roleId),
    inForceFor: async (_orgId, roleId) => this.inForceFor(roleId),
    byName: async (_orgId, name) => this.roles.get(this.#inForce.get(name) ?? ''),
  });
  readonly #ceiling = new RoleCeiling(this.#standings);
  readonly #judge = new AccessJudge(this.#standings);
  readonly #ids = {
    resourceId: () => this.#newId(),
    uuid: () => this.#newId(),
    eventId: () => this.#newId(),
  };
  readonly #organizations = standIn<KnownOrganizations>({
    byId: async () => ({
      ...standIn<Awaited<ReturnType<KnownOrganizations['byId']>>>({}),
      seeded_by_operator: true,
    }),
  });
  readonly #users = standIn<Users>({
    add: async ({ id }, { roleId }) => void this.users.set(id, roleId),
    change: async ({ id }, decide) => {
      for (const command of await commandsOf<UserState, UserCommand>(decide, this.#user(id)))
        if (command.type === 'AssignRole') this.users.set(id, command.roleId);
      return standIn({});
    },
  });
  readonly #roleLog = standIn<Roles>({
    load: async (_tenantId, id) => standIn<LoadedAggregate<RoleState>>({ state: this.#role(id) }),
    change: async () => standIn({}),
    create: async (_target, decision) => {
      const command = decision as Extract<RoleCommand, { type: 'CreateRole' }>;
      this.addRole(command.roleId, command.roleName, command.permissionGrants);
      return standIn({});
    },
  });

  readonly #create = new CreateUser(this.#users, this.#ceiling, this.#organizations, this.#ids);
  readonly #assign = new AssignRole(this.#users, this.#ceiling, standIn<LastSuperAdministrator>({}));
  readonly #createKey = new CreateApiKey(
    this.#ceiling,
    standIn<IssueApiKey>({
      execute: async (_target, { roleId, creatorUserId }) => {
        this.keys.push({ roleId, creatorUserId });
        return { apiKeyId: '', apiKey: '', expiresAtMs: 0 };
      },
    }),
  );
  readonly #modify = new ModifyRole(
    this.#roleLog,
    this.#ceiling,
    this.#organizations,
    standIn<HandOverRoles>({ wake: () => undefined }),
    standIn<Database>({ transaction: (work) => work(standIn({})) }),
    this.#ids,
  );

  addRole(roleId: string, roleName: string, grants: readonly Grant[], defaultRank = 0): void {
    this.roles.set(roleId, { roleId, roleName, grants, defaultRank });
    this.#inForce.set(roleName, roleId);
  }

  /** The role that counts for users with this one. */
  inForceFor(roleId: string): KnownRole | undefined {
    return this.roles.get(this.#inForce.get(this.roles.get(roleId)?.roleName ?? '') ?? '');
  }

  roleOf(userId: string): KnownRole | undefined {
    return this.inForceFor(this.users.get(userId) ?? '');
  }

  /** @returns the new user, or null if refused. */
  async createUser(asUser: string, roleName: string): Promise<string | null> {
    const names = { firstName: 'A', lastName: 'B', email: 'a@b.test' };
    const variables = { nonsensitiveVariables: {}, sensitiveVariables: {} };
    const request = { ...names, ...variables, roleName, preferences: null };
    return allowed(this.#create.execute(this.#context(asUser), request));
  }

  async assign(asUser: string, userId: string, roleName: string): Promise<void> {
    await allowed(this.#assign.execute(this.#context(asUser), { userId, roleName }));
  }

  async createKey(asUser: string, roleName: string): Promise<void> {
    await allowed(this.#createKey.execute(this.#context(asUser), { name: null, duration: 'P1D', roleName }));
  }

  async modify(asUser: string, roleName: string, permissionGrants: readonly Grant[]): Promise<void> {
    const change = { roleName, description: null, frontendView: null, permissionGrants };
    await allowed(this.#modify.execute(this.#context(asUser), change));
  }

  /** Whether the key signs the user in. */
  async signsIn(key: Company['keys'][number], userId: string): Promise<boolean> {
    const row = standIn<AccessRow>({
      user_role_id: this.roleOf(userId)?.roleId ?? null,
      key_role_id: this.inForceFor(key.roleId)?.roleId ?? null,
      creator_role_id: this.roleOf(key.creatorUserId)?.roleId ?? null,
      creator_user_id: key.creatorUserId,
      key_expires_at: new Date(1),
    });
    return (await this.#judge.judge({ orgId: 'x', userId }, row, 0)) !== null;
  }

  #context(userId: string): RequestContext {
    const caller: Caller = {
      tenantId,
      orgId: 'x',
      userId,
      roleId: this.users.get(userId) ?? '',
      roleName: '',
      displayName: '',
      grants: everything,
    };
    return { caller, tenantId, metadata, signal: new AbortController().signal };
  }

  #user(id: string): UserState {
    const roleId = this.users.get(id);
    return roleId === undefined ? 'unknown' : standIn<ExistingUser>({ roleId });
  }

  #role(id: string): Role | null {
    const role = this.roles.get(id);
    if (!role) return null;
    const { roleId, roleName, grants: permissionGrants, defaultRank } = role;
    const shown = { description: '', frontendView: 'client', createdAtMs: 0 } as const;
    return { roleId, roleName, permissionGrants, defaultRank, ...shown };
  }

  #newId(): string {
    this.#made += 1;
    return this.#made.toString(16).padStart(24, '0');
  }
}

async function commandsOf<State, Command extends { readonly type: string }>(
  decide: Decide<State, Command>,
  state: State,
): Promise<readonly Command[]> {
  const decision = await decide(standIn<LoadedAggregate<State>>({ state }));
  return 'commands' in decision ? decision.commands : [decision];
}

/** Null if refused; other errors propagate. */
function allowed<Result>(attempt: Promise<Result>): Promise<Result | null> {
  return attempt.catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}
