import { createPostgresBlobs } from '@svc/blobs';
import { permissionNames, grantToMessage } from '@svc/auth';
import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import type { Caller } from '@svc/contracts/common';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { createClient, createSocketFolder, startRpcServer, type RpcClient } from '@svc/rpc';
import { silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { agentsMigrations, createAgentsModule, type AgentsModule } from '../src/index.js';

/** The agents context behind real gRPC on a unix socket, with a fresh Postgres database. */
export interface AgentsServer {
  readonly agents: RpcClient<typeof AgentsServiceService>;
  readonly admin: RpcClient<typeof AgentsAdminServiceService>;
  readonly database: TestDatabase['database'];
  readonly clock: SteppingClock;
  /** Names of the statements run so far, without those of Prisma. */
  readonly statements: readonly string[];
  readonly rebuildReadModels: AgentsModule['rebuildReadModels'];
  stop(): Promise<void>;
}

/** Each reading is a second after the one before. */
export class SteppingClock implements Clock {
  nowMs = Date.UTC(2026, 10, 21);

  now(): number {
    this.nowMs += 1000;
    return this.nowMs;
  }
}

/** Ids in the order they were asked for. */
export function countingIds(): IdGenerator {
  let count = 0;
  const hex = (digits: number) => (count += 1).toString(16).padStart(digits, '0');
  return {
    resourceId: () => hex(24),
    objectId: () => hex(24),
    uuid: () => `00000000-0000-4000-8000-${hex(12)}`,
    eventId: () => `00000000-0000-7000-8000-${hex(12)}`,
  };
}

export async function startAgentsServer(): Promise<AgentsServer> {
  const { database, drop } = await createTestDatabase({ migrations: agentsMigrations });
  const clock = new SteppingClock();
  const blobs = createPostgresBlobs({ database, schema: 'agents' });
  const statements: string[] = [];
  const observed: PooledDatabase = {
    ...database,
    query: (statement) => {
      statements.push(statement.name);
      return database.query(statement);
    },
  };
  const module = createAgentsModule({ database: observed, clock, ids: countingIds(), blobs });
  const sockets = createSocketFolder(`agents-test-${process.pid}`);
  const server = await startRpcServer({
    address: sockets.address(`agents${database.pool.options.database ?? Math.random()}`),
    services: module.services,
    logger: silentLogger,
  });
  const agents = createClient(AgentsServiceService, server.address);
  const admin = createClient(AgentsAdminServiceService, server.address);
  return {
    agents,
    admin,
    database,
    clock,
    statements,
    rebuildReadModels: module.rebuildReadModels,
    stop: async () => {
      agents.close();
      admin.close();
      await server.stop(0);
      await module.stop();
      await drop();
      sockets.remove();
    },
  };
}

/** A user of the organization who holds every permission in it. */
export function administratorOf(orgId: string): Caller {
  return {
    tenantId: `org:${orgId}`,
    orgId,
    userId: 'ada',
    roleId: 'r1',
    roleName: 'DefaultAdministratorRole',
    displayName: 'Ada',
    grants: permissionNames.map((permissionName) =>
      grantToMessage({ permissionName, conditions: { org_id: { type: 'Equals', value: orgId } } }),
    ),
  };
}
