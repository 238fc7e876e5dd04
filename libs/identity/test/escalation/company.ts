import { permissionNames, type Caller, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Decide, LoadedAggregate } from '@svc/event-store';
import type { RequestContext } from '@svc/rpc';
import { AccessJudge, type Access } from '../../src/application/access-judge.js';
import { AssignRole } from '../../src/application/assign-role.js';
import { CreateApiKey } from '../../src/application/create-api-key.js';
import { CreateTemporaryGrant } from '../../src/application/create-temporary-grant.js';
import { CreateUser } from '../../src/application/create-user.js';
import type { DeleteMembership } from '../../src/application/delete-membership.js';
import { DeleteUser } from '../../src/application/delete-user.js';
import type { HandOverRoles } from '../../src/application/hand-over-roles.js';
import type { IssueApiKey } from '../../src/application/issue-api-key.js';
import { KeyMakers } from '../../src/application/key-makers.js';
import type { KnownOrganizations } from '../../src/application/known-organizations.js';
import type { LastSuperAdministrator } from '../../src/application/last-super-administrator.js';
import { ModifyRole } from '../../src/application/modify-role.js';
import { RoleCeiling } from '../../src/application/role-ceiling.js';
import type { Roles } from '../../src/application/roles.js';
import { TemporaryGrantJudge } from '../../src/application/temporary-grant-judge.js';
import type { TemporaryGrants } from '../../src/application/temporary-grants.js';
import type { Users } from '../../src/application/users.js';
import type { CreateTemporaryGrant as CreateGrant } from '../../src/domain/temporary-grant/temporary-grant.js';
import type { Role, RoleCommand, RoleState } from '../../src/domain/role/role.js';
import type { UserCommand } from '../../src/domain/user/user-command.js';
import type { ExistingUser, UserState } from '../../src/domain/user/user.js';
import type { KnownRole, RoleCache } from '../../src/projections/role-cache.js';
import type { AccessRow, KeyPersonRow } from '../../src/projections/access-query.js';
import type { Database, Statement } from '@svc/postgres';
import type { Erasures } from '@svc/privacy';
import { standIn } from './stand-in.js';

const tenantId = 'org:x';
const metadata = { actor: 'user:1', correlationId: 'r', causationId: 'c' };

/** Every possible grant, for ever: so no missing permission hides a rank error. */
const everything: readonly Grant[] = permissionNames.map((permissionName) => ({
  permissionName,
  conditions: {},
}));

interface ApiKey {
  readonly roleId: string;
  readonly creatorUserId: string;
  readonly responsibleUserId: string;
  readonly issuedByInstaller: boolean;
  readonly expiresAtMs: number;
}

/** A user whom a key signs in. */
export interface Session {
  readonly userId: string;
  readonly key: ApiKey;
}

const minuteMs = 60_000;

/**
 * The roles, users, temporary grants and API keys of an organization `x` in memory, behind the service's own use cases
 * that decide who may do what to them. Whoever acts does so by a session, as with a token.
 */
export class Company {
  /** By id, replaced ones included. */
  readonly roles = new Map<string, KnownRole>();
  /** The role of each user. */
  readonly users = new Map<string, string>();
  readonly keys: ApiKey[] = [];
  readonly #given: (Pick<
    CreateGrant,
    'userId' | 'permissionGrant' | 'creatorUserId' | 'responsibleUserId'
  > & {
    readonly expiresAtMs: number;
  })[] = [];
  readonly #inForce = new Map<string, string>();
  #made = 0;
  #nowMs = 0;

  readonly #clock = { now: () => this.#nowMs };
  readonly #standings = standIn<RoleCache>({
    byId: async (_orgId, roleId) => this.roles.get(roleId),
    inForceFor: async (_orgId, roleId) => this.inForceFor(roleId),
    byName: async (_orgId, name) => this.roles.get(this.#inForce.get(name) ?? ''),
  });
  readonly #database = standIn<Database>({
    transaction: (work) => work(standIn({})),
    query: async (statement) => ({ rows: this.#rowsOf(statement) as never[], rowCount: 0 }),
  });
  readonly #ceiling = new RoleCeiling(this.#standings);
  readonly #temporaryGrants = new TemporaryGrantJudge(this.#database, this.#standings);
  readonly #keyMakers = new KeyMakers(this.#temporaryGrants);
  readonly #judge = new AccessJudge(this.#standings, this.#keyMakers);
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
    end: async ({ id }, judge) => {
      const user = this.#user(id);
      if (typeof user === 'string') return;
      await judge(user);
      this.users.delete(id);
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
  readonly #grantLog = standIn<TemporaryGrants>({
    create: async (_target, decision) => {
      const { commands } = decision as { readonly commands: readonly [CreateGrant] };
      this.#given.push({ ...commands[0], expiresAtMs: this.#nowMs + minuteMs });
      return standIn({});
    },
  });

  readonly #create = new CreateUser(this.#users, this.#ceiling, this.#organizations, this.#ids);
  readonly #assign = new AssignRole(this.#users, this.#ceiling, standIn<LastSuperAdministrator>({}));
  readonly #delete = new DeleteUser(
    this.#users,
    this.#ceiling,
    standIn<LastSuperAdministrator>({}),
    standIn<Erasures>({ recording: async (_subject, destroy) => void (await destroy()) }),
    standIn<DeleteMembership>({ isMember: async () => false }),
  );
  readonly #createKey = new CreateApiKey(
    this.#ceiling,
    this.#keyMakers,
    standIn<IssueApiKey>({
      execute: async (_target, { roleId, creatorUserId, responsibleUserId, issuedByInstaller, endsByMs }) => {
        const expiresAtMs = endsByMs ?? Infinity;
        this.keys.push({
          roleId,
          creatorUserId,
          responsibleUserId: responsibleUserId ?? creatorUserId,
          issuedByInstaller,
          expiresAtMs,
        });
        return { apiKeyId: '', apiKey: '', expiresAtMs };
      },
    }),
    this.#clock,
  );
  readonly #grant = new CreateTemporaryGrant(
    this.#grantLog,
    this.#ceiling,
    this.#database,
    this.#clock,
    this.#ids,
  );
  readonly #modify = new ModifyRole(
    this.#roleLog,
    this.#ceiling,
    this.#organizations,
    standIn<HandOverRoles>({ wake: () => undefined }),
    this.#database,
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

  /** Temporary grants end. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** A session of a user by a key that the installer issued to them: as if they had made it themselves. */
  own(userId: string): Session {
    const roleId = this.users.get(userId) ?? '';
    const people = { creatorUserId: userId, responsibleUserId: userId };
    const key = { roleId, ...people, issuedByInstaller: true, expiresAtMs: Infinity };
    this.keys.push(key);
    return { userId, key };
  }

  /** Null: the key does not sign the user in, or no longer. */
  async accessOf({ userId, key }: Session): Promise<Access | null> {
    const person = (id: string): KeyPersonRow | null => {
      const roleId = this.roleOf(id)?.roleId;
      return roleId === undefined ? null : { userId: id, homeOrgId: 'x', roleId };
    };
    const row = standIn<AccessRow>({
      user_role_id: this.roleOf(userId)?.roleId ?? null,
      key_role_id: this.inForceFor(key.roleId)?.roleId ?? null,
      creator: person(key.creatorUserId),
      responsible: person(key.responsibleUserId),
      issued_by_installer: key.issuedByInstaller,
      key_expires_at: key.expiresAtMs === Infinity ? new Date(8.64e15) : new Date(key.expiresAtMs),
    });
    return this.#judge.judge({ orgId: 'x', userId }, row, this.#nowMs);
  }

  /** The grants that count beside the role. */
  async temporaryGrantsOf(session: Session): Promise<readonly Grant[]> {
    const access = await this.accessOf(session);
    if (!access) return [];
    const { role, through } = access;
    const user = { orgId: 'x', userId: session.userId };
    const holder = { orgId: 'x', roleId: role.roleId, through };
    const held = await this.#temporaryGrants.grantsOf(user, holder, this.#nowMs);
    return held.map(({ grant }) => grant);
  }

  /** @returns the new user, or null if refused. */
  createUser(as: Session, roleName: string): Promise<string | null> {
    const names = { firstName: 'A', lastName: 'B', email: 'a@b.test' };
    const variables = { nonsensitiveVariables: {}, sensitiveVariables: {} };
    const request = { ...names, ...variables, roleName, preferences: null };
    return this.#attempt(as, (context) => this.#create.execute(context, request));
  }

  async assign(as: Session, userId: string, roleName: string): Promise<void> {
    await this.#attempt(as, (context) => this.#assign.execute(context, { userId, roleName }));
  }

  async deleteUser(as: Session, userId: string): Promise<void> {
    await this.#attempt(as, (context) => this.#delete.execute(context, { userId }));
  }

  async createKey(as: Session, roleName: string): Promise<void> {
    await this.#attempt(as, (context) =>
      this.#createKey.execute(context, { name: null, duration: 'P1D', roleName }),
    );
  }

  async grant(as: Session, userId: string, permissionGrant: Grant): Promise<void> {
    const request = { userId, permissionGrant, duration: 'PT1M', tags: {}, justification: 'To see it work.' };
    await this.#attempt(as, (context) => this.#grant.execute(context, request));
  }

  async modify(as: Session, roleName: string, permissionGrants: readonly Grant[]): Promise<void> {
    const change = { roleName, description: null, frontendView: null, permissionGrants };
    await this.#attempt(as, (context) => this.#modify.execute(context, change));
  }

  /** Null if there is no such session any more, or it is refused; other errors propagate. */
  async #attempt<Result>(
    session: Session,
    attempt: (context: RequestContext) => Promise<Result>,
  ): Promise<Result | null> {
    const access = await this.accessOf(session);
    if (!access) return null;
    const caller: Caller = {
      tenantId,
      orgId: 'x',
      userId: session.userId,
      responsibleUserId: access.responsibleUserId,
      withOwnKey: access.isOwnKey,
      roleId: this.users.get(session.userId) ?? '',
      roleName: '',
      displayName: '',
      grants: everything,
    };
    const context = { caller, tenantId, metadata, signal: new AbortController().signal } as const;
    return attempt(context).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  }

  #rowsOf({ name, values }: Statement): readonly unknown[] {
    if (name === 'identity.select_grant_holder') {
      const roleId = this.roleOf(String(values[1]))?.roleId;
      return roleId === undefined ? [] : [{ homeOrgId: 'x', roleId }];
    }
    if (name !== 'identity.select_unexpired_grants') throw new TypeError(`${name} is not known here.`);
    return this.#given
      .filter(({ userId, expiresAtMs }) => userId === values[2] && expiresAtMs > this.#nowMs)
      .map(({ permissionGrant: grant, expiresAtMs, creatorUserId, responsibleUserId }) => ({
        grant,
        expiresAtMs,
        creatorRoleId: this.roleOf(creatorUserId)?.roleId ?? null,
        responsibleRoleId: this.roleOf(responsibleUserId ?? creatorUserId)?.roleId ?? null,
      }));
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
