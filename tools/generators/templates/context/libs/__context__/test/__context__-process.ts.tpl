import { randomUUID } from 'node:crypto';
import type { Caller } from '@svc/contracts/common';
import { {{Context}}ServiceService } from '@svc/contracts/{{context}}';
import { createClient, createSocketFolder, startRpcServer, type RpcClient } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { create{{Context}}Module, {{context}}Migrations, type {{Context}}Module } from '../src/index.js';

/** The {{context}} service as other processes see it: over gRPC on a unix socket, on a database of its own. */
export interface {{Context}}Process {
  readonly {{context}}: RpcClient<typeof {{Context}}ServiceService>;
  readonly module: {{Context}}Module;
  readonly storage: TestDatabase;
  stop(): Promise<void>;
}

export async function start{{Context}}Process(): Promise<{{Context}}Process> {
  const storage = await createTestDatabase({ migrations: {{context}}Migrations });
  const module = create{{Context}}Module({ database: storage.database, clock: systemClock, ids: systemIds });
  const folder = createSocketFolder(randomUUID());
  const address = folder.address('{{context}}');
  const server = await startRpcServer({ address, services: module.services, logger: silentLogger });
  const {{context}} = createClient({{Context}}ServiceService, server.address);
  return {
    {{context}},
    module,
    storage,
    async stop() {
      {{context}}.close();
      await server.stop(1_000);
      await module.stop();
      folder.remove();
      await storage.drop();
    },
  };
}

/** Somebody of the organization who holds these permissions, as the gateway tells of them. */
export function callerWith(...permissions: readonly string[]): Caller {
  return {
    tenantId: 'org:demo',
    orgId: 'demo',
    userId: '0123456789abcdef01234567',
    roleId: '0123456789abcdef01234568',
    roleName: 'Tester',
    displayName: 'Tess Tester',
    grants: permissions.map((permissionName) => ({ permissionName, conditions: {} })),
  };
}
