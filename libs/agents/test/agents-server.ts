import { randomBytes } from 'node:crypto';
import { grantToProto, permissionNames, workspacePermissionNames } from '@svc/auth';
import { Test } from '@nestjs/testing';
import { createPostgresBlobs } from '@svc/blobs';
import {
  AgentsAdminServiceService,
  AgentsServiceService,
  DefinitionsServiceService,
  ToolsServiceService,
} from '@svc/contracts/agents';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { createClient, createSocketFolder, type RpcClient } from '@svc/rpc';
import { RpcStrategy } from '@svc/rpc/nest';
import { MasterKey } from '@svc/sealing';
import { assertMasterKey, PlatformModule } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { DefinitionSecrets } from '../src/adapters/definition-secrets.js';
import { ReadModels } from '../src/application/read-models.js';
import { ReferenceChecks } from '../src/application/reference-checks.js';
import { agentsContext, AgentsModule, agentsSettings } from '../src/index.js';

/** The agents context behind real gRPC on a unix socket, with a fresh Postgres database. */
export interface AgentsServer {
  readonly agents: RpcClient<typeof AgentsServiceService>;
  readonly definitions: RpcClient<typeof DefinitionsServiceService>;
  readonly admin: RpcClient<typeof AgentsAdminServiceService>;
  readonly tools: RpcClient<typeof ToolsServiceService>;
  readonly database: TestDatabase['database'];
  readonly clock: SteppingClock;
  /** Names of the statements run so far, without those of Prisma. */
  readonly statements: readonly string[];
  readonly readModels: ReadModels;
  readonly secrets: DefinitionSecrets;
  readonly references: ReferenceChecks;
  stop(): Promise<void>;
}

/** Each reading is a second after the last one. */
class SteppingClock implements Clock {
  nowMs = Date.UTC(2026, 10, 21);

  now(): number {
    this.nowMs += 1000;
    return this.nowMs;
  }
}

/** Ids in the order of their creation. */
function countingIds(): IdGenerator {
  let count = 0;
  const hex = (digits: number) => (count += 1).toString(16).padStart(digits, '0');
  const uuid = () => `00000000-0000-4000-8000-${hex(12)}`;
  return {
    resourceId: (tenantId) => (organizationOf(tenantId) === null ? uuid() : hex(24)),
    uuid,
    eventId: () => `00000000-0000-7000-8000-${hex(12)}`,
  };
}

export async function startAgentsServer(): Promise<AgentsServer> {
  const { database, drop } = await createTestDatabase({ migrations: agentsContext.migrations });
  const clock = new SteppingClock();
  const statements: string[] = [];
  const observed: PooledDatabase = {
    ...database,
    query: (statement) => {
      statements.push(statement.name);
      return database.query(statement);
    },
  };
  const platform = {
    database: observed,
    clock,
    ids: countingIds(),
    logger: silentLogger,
    metrics: noMetrics,
  };
  const blobs = createPostgresBlobs({ database: observed, schema: 'agents' });
  const masterKey = new MasterKey(randomBytes(32));
  await assertMasterKey(database, 'agents', masterKey);
  const module = await Test.createTestingModule({
    imports: [
      PlatformModule.of(platform),
      AgentsModule.register({
        blobs,
        masterKey,
        random: randomBytes,
        ...agentsSettings({
          SVC_OUTGOING_ALLOW: '127.0.0.1',
          SVC_SPEECH_VENDOR_A: ['sono'],
          SVC_REALTIME_SESSIONS: 'sono_realtime',
        }),
      }),
    ],
  }).compile();
  const sockets = createSocketFolder(`agents-test-${process.pid}`);
  const strategy = new RpcStrategy({
    address: sockets.address(`agents${database.pool.options.database ?? Math.random()}`),
    definitions: agentsContext.services,
    logger: silentLogger,
  });
  const application = module.createNestMicroservice({ strategy, logger: false });
  await application.listen();
  const agents = createClient(AgentsServiceService, strategy.address, { alwaysConnects: true });
  const definitions = createClient(DefinitionsServiceService, strategy.address, { alwaysConnects: true });
  const tools = createClient(ToolsServiceService, strategy.address, { alwaysConnects: true });
  const admin = createClient(AgentsAdminServiceService, strategy.address, { alwaysConnects: true });
  return {
    agents,
    definitions,
    admin,
    tools,
    database,
    clock,
    statements,
    readModels: module.get(ReadModels),
    secrets: module.get(DefinitionSecrets),
    references: module.get(ReferenceChecks),
    stop: async () => {
      agents.close();
      definitions.close();
      admin.close();
      tools.close();
      await strategy.stop(0);
      await application.close();
      await drop();
      sockets.remove();
    },
  };
}

/** A user with every permission in the organization. */
export function administratorOf(orgId: string): Caller {
  return {
    tenantId: `org:${orgId}`,
    orgId,
    userId: 'ada',
    roleId: 'r1',
    roleName: 'DefaultAdministratorRole',
    displayName: 'Ada',
    withOwnKey: true,
    grants: permissionNames.map((permissionName) =>
      grantToProto({ permissionName, conditions: { org_id: { type: 'Equals', value: orgId } } }),
    ),
  };
}

/** A credential with every permission in the workspace. */
export function keyOf(workspaceId: string): WorkspaceCaller {
  return {
    tenantId: `ws:${workspaceId}`,
    orgId: 'demo',
    credentialId: '00000000-0000-4000-8000-00000000aaaa',
    userId: undefined,
    permissions: [...workspacePermissionNames],
    responsibleUserIds: ['ada'],
  };
}
