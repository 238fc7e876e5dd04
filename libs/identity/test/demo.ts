import type { Caller, Grant } from '@svc/contracts/common';
import type { CreateUserRequest } from '@svc/contracts/identity';
import type { DomainError } from '@svc/errors';
import type { EventBus } from '@svc/event-bus';
import type { IdentityOptions } from '../src/index.js';
import { callerOf } from './caller.js';
import { startIdentityProcess, type IdentityProcess } from './identity-process.js';

/** A running service with one seeded organization. */
export interface Demo extends IdentityProcess {
  /** The super administrator. */
  readonly owner: Caller;
  readonly apiKeyId: string;
  readonly apiKey: string;
  /** Creates a user and returns them as a caller. */
  addUser(changes?: Partial<CreateUserRequest>): Promise<Caller>;
  /** Signs a user in with the seeded key. */
  as(userId: string): Promise<Caller>;
}

export const seedRequest = {
  orgId: 'demo',
  orgName: 'Demo',
  administratorFirstName: 'Ada',
  administratorLastName: 'Admin',
  administratorEmail: 'ada@demo.test',
  userDimensions: [],
};

export async function startDemo(options?: Partial<IdentityOptions>, bus?: EventBus): Promise<Demo> {
  const service = await startIdentityProcess(options, bus);
  const { userId, apiKey } = await service.admin.seedOrganization(seedRequest);
  const { apiKeyId = '', apiKey: secret = '' } = apiKey ?? {};
  const as = (id: string) => callerOf(service, { orgId: 'demo', userId: id, apiKeyId });
  const owner = await as(userId);
  return {
    ...service,
    owner,
    apiKeyId,
    apiKey: secret,
    as,
    addUser: async (changes) => as((await service.identity.createUser(newUser(owner, changes))).userId),
  };
}

/** The super user of an organization, signed in with a key that the installer has just issued. */
export async function superUserOf(service: IdentityProcess, orgId: string): Promise<Caller> {
  const { rows } = await service.storage.database.query<{ user_id: string }>({
    name: 'super_user',
    text: 'SELECT user_id FROM identity.user_account WHERE org_id = $1 ORDER BY created_at LIMIT 1',
    values: [orgId],
  });
  const userId = rows[0]?.user_id ?? '';
  const { apiKey } = await service.admin.issueApiKey({ orgId, userId, duration: 'P1D' });
  return callerOf(service, { orgId, userId, apiKeyId: apiKey?.apiKeyId ?? '' });
}

let users = 0;

export function newUser(caller: Caller, changes: Partial<CreateUserRequest> = {}): CreateUserRequest {
  users += 1;
  return {
    caller,
    firstName: 'Uma',
    lastName: `User ${users}`,
    email: `user${users}@demo.test`,
    roleName: 'DefaultUserRole',
    nonsensitiveVariables: {},
    sensitiveVariables: {},
    ...changes,
  };
}

/** The caller with other grants than those of their role. */
export function granted(caller: Caller, ...grants: Grant[]): Caller {
  return { ...caller, grants };
}

/** The `error_code` that a call fails with. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no failure',
    (error: DomainError) => error.code,
  );
}

/** The paths of the fields for which a call was refused. */
export function brokenFieldsOf(call: Promise<unknown>): Promise<readonly string[]> {
  return call.then(
    () => [],
    (error: DomainError) => error.fields.map(({ loc }) => loc.join('.')),
  );
}
