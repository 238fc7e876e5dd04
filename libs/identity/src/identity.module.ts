import { IdentityAdminServiceService, IdentityServiceService } from '@svc/contracts/identity';
import { EventStore, rebuildFromLog } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { service, type BoundService, type Handlers } from '@svc/rpc';
import { identityEventTypes } from './adapters/event-types.js';
import type { RandomBytes } from './adapters/sealer.js';
import { createSigningKeys } from './adapters/signing-keys.js';
import { createVariableVault } from './adapters/variable-vault.js';
import { tokenLifetimeMs } from './application/access.js';
import { createAggregates } from './application/aggregates.js';
import type { IdentityContext } from './application/identity-context.js';
import { createReadModels } from './projections/read-models.js';
import { readModelRows, readModelTables } from './projections/read-model-rows.js';
import { createRoleStandings } from './projections/role-standings.js';
import { apiKeyHandlers } from './rpc/api-key-handlers.js';
import { identityAdminHandlers } from './rpc/identity-admin-handlers.js';
import { organizationHandlers } from './rpc/organization-handlers.js';
import { roleHandlers } from './rpc/role-handlers.js';
import { signInHandlers } from './rpc/sign-in-handlers.js';
import { userProfileHandlers } from './rpc/user-profile-handlers.js';
import { userHandlers } from './rpc/user-handlers.js';

export interface IdentityModuleOptions {
  /** Migrated with `identityMigrations`. Stays the owner's: `stop` does not close it. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: RandomBytes;
  /** 32 bytes that wrap signing keys and users' sensitive variables. Another key can't read what this one wrote. */
  readonly masterKey: Uint8Array;
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
}

export interface IdentityModule {
  /** For `startRpcServer`. */
  readonly services: readonly BoundService[];
  /** Makes the first signing key when there is none. Call it before serving. */
  start(): Promise<void>;
  /** Makes all read models anew from the log; see `rebuildFromLog`. For the operator. */
  rebuildReadModels(settleWithinSeconds?: number): Promise<number>;
  stop(): Promise<void>;
}

const schema = 'identity';

/** The identity context, wired. */
export function createIdentityModule(options: IdentityModuleOptions): IdentityModule {
  const { database, clock, ids, random, masterKey, tokenIssuer } = options;
  const store = new EventStore({ schema, database, types: identityEventTypes, clock, ids });
  const signingKeys = createSigningKeys({ database, clock, ids, random, masterKey, tokenLifetimeMs });
  const context: IdentityContext = {
    database,
    readModels: createReadModels(database),
    aggregates: createAggregates(store),
    roles: createRoleStandings(),
    signingKeys,
    vault: createVariableVault(masterKey, random),
    clock,
    ids,
    random,
    tokenIssuer,
  };
  const handlers: Handlers<typeof IdentityServiceService> = {
    ...organizationHandlers(context),
    ...roleHandlers(context),
    ...userHandlers(context),
    ...userProfileHandlers(context),
    ...apiKeyHandlers(context),
    ...signInHandlers(context),
  };
  return {
    services: [
      service(IdentityServiceService, handlers),
      service(IdentityAdminServiceService, identityAdminHandlers(context)),
    ],
    start: () => signingKeys.start(),
    rebuildReadModels: (settleWithinSeconds) =>
      rebuildFromLog({
        database,
        store,
        tables: readModelTables,
        rowsOf: readModelRows,
        settleWithinSeconds,
      }),
    stop: () => context.readModels.$disconnect(),
  };
}
