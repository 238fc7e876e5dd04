import { randomUUID } from 'node:crypto';
import { workspacePermissionNames } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import {
  AnalyticsServiceService,
  AuditServiceService,
  EntityServiceService,
  WorldAdminServiceService,
  WorldServiceService,
} from '@svc/contracts/world';
import { TestBus } from '@svc/event-bus/test-bus';
import { createClient, createSocketFolder, type RpcClient, type RpcDefinition } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { startContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { auditedOwnTypes } from '../src/events/own-changes.js';
import { worldContext, WorldModule } from '../src/index.js';
import { startIdentityKeys, type IdentityKeys } from './identity-keys.js';

/** The world context as other processes see it: over gRPC on a unix socket, on a database of its own. */
export interface WorldServer {
  readonly world: RpcClient<typeof WorldServiceService>;
  readonly analytics: RpcClient<typeof AnalyticsServiceService>;
  readonly audit: RpcClient<typeof AuditServiceService>;
  readonly entities: RpcClient<typeof EntityServiceService>;
  /** For the installer. */
  readonly admin: RpcClient<typeof WorldAdminServiceService>;
  readonly identity: IdentityKeys;
  readonly clock: { nowMs: number };
  readonly bus: TestBus;
  readonly database: TestDatabase['database'];
  readonly readModels: ReadModels;
  /** Of any service of the context; closed with it. */
  client<Definition extends RpcDefinition>(definition: Definition): RpcClient<Definition>;
  /** Once the trail has all that this context has changed so far. */
  ownChangesAudited(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorldServer(bus = new TestBus()): Promise<WorldServer> {
  const { database, drop } = await createTestDatabase({ migrations: worldContext.migrations });
  const sockets = createSocketFolder(randomUUID());
  const identity = await startIdentityKeys(sockets);
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12), now: () => (clock.nowMs += 1) };
  const context = await startContext({
    context: worldContext,
    module: WorldModule.register({ identityAddress: identity.address, tables: undefined }),
    platform: { database, clock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
    address: sockets.address('world'),
    bus,
  });
  const world = createClient(WorldServiceService, context.address);
  const analytics = createClient(AnalyticsServiceService, context.address);
  const audit = createClient(AuditServiceService, context.address);
  const entities = createClient(EntityServiceService, context.address);
  const admin = createClient(WorldAdminServiceService, context.address);
  const others: { close(): void }[] = [];
  return {
    world,
    analytics,
    audit,
    entities,
    admin,
    identity,
    clock,
    bus,
    database,
    readModels: context.get(ReadModels),
    client(definition) {
      const client = createClient(definition, context.address);
      others.push(client);
      return client;
    },
    async ownChangesAudited() {
      await eventually(async () => {
        const { rows } = await database.pool.query(
          `SELECT FROM world.event AS e WHERE e.event_type = ANY($1) AND NOT EXISTS (
             SELECT FROM world.audit_entry AS t WHERE t.tenant_id = e.tenant_id AND t.audit_id = e.event_id::text)`,
          [auditedOwnTypes],
        );
        expect(rows).toHaveLength(0);
      });
    },
    async stop() {
      for (const client of [world, analytics, audit, entities, admin]) client.close();
      for (const client of others) client.close();
      await context.stop(1_000);
      await identity.stop();
      await drop();
      sockets.remove();
    },
  };
}

/** A key of a workspace, as the gateway tells of it. */
export function workspaceCaller(
  workspaceId = '8c1b6c0e-5f0c-4c9e-9a55-0d1f3f0c2b11',
  permissions: readonly string[] = workspacePermissionNames,
): WorkspaceCaller {
  return {
    tenantId: `ws:${workspaceId}`,
    orgId: 'demo',
    credentialId: '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01',
    userId: undefined,
    permissions: [...permissions],
    responsibleUserIds: [],
    platformAuthoring: undefined,
  };
}
