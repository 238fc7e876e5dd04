import { randomUUID } from 'node:crypto';
import type { Caller } from '@svc/contracts/common';
import { {{Context}}ServiceService } from '@svc/contracts/{{context}}';
import { createClient, createSocketFolder, type RpcClient } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { startContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { {{context}}Context, {{Context}}Module } from '../src/index.js';

/** The {{context}} context as other processes see it: over gRPC on a unix socket, on a database of its own. */
export interface {{Context}}Server {
  readonly {{context}}: RpcClient<typeof {{Context}}ServiceService>;
  readonly database: TestDatabase['database'];
  readonly readModels: ReadModels;
  stop(): Promise<void>;
}

export async function start{{Context}}Server(): Promise<{{Context}}Server> {
  const { database, drop } = await createTestDatabase({ migrations: {{context}}Context.migrations });
  const sockets = createSocketFolder(randomUUID());
  const context = await startContext({
    context: {{context}}Context,
    module: {{Context}}Module,
    platform: { database, clock: systemClock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
    address: sockets.address('{{context}}'),
  });
  const {{context}} = createClient({{Context}}ServiceService, context.address);
  return {
    {{context}},
    database,
    readModels: context.get(ReadModels),
    async stop() {
      {{context}}.close();
      await context.stop(1_000);
      await drop();
      sockets.remove();
    },
  };
}

/** Somebody of an organization who holds these permissions, as the gateway tells of them. */
export function callerWith(permissions: readonly string[], orgId = 'demo'): Caller {
  return {
    tenantId: `org:${orgId}`,
    orgId,
    userId: 'tess',
    roleId: 'r1',
    roleName: 'Tester',
    displayName: 'Tess Tester',
    withOwnKey: true,
    grants: permissions.map((permissionName) => ({ permissionName, conditions: {} })),
  };
}
