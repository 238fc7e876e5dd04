import { randomBytes, randomUUID } from 'node:crypto';
import { IdentityAdminServiceService, IdentityServiceService } from '@svc/contracts/identity';
import type { Clock } from '@svc/kernel';
import { createClient, createSocketFolder, startRpcServer, type RpcClient } from '@svc/rpc';
import { createSystemIds } from '@svc/runtime';
import { createLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createIdentityModule, identityMigrations, type IdentityModule } from '../src/index.js';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** The identity service as other processes see it: over gRPC on a unix socket, on a database of its own. */
export interface IdentityProcess {
  readonly identity: RpcClient<typeof IdentityServiceService>;
  readonly admin: RpcClient<typeof IdentityAdminServiceService>;
  readonly clock: TestClock;
  readonly storage: TestDatabase;
  /** Lines that the server logged about unexpected failures. */
  readonly logged: string[];
  /** Another replica on the same database, without a server. */
  replica(): IdentityModule;
  stop(): Promise<void>;
}

export const tokenIssuer = 'https://identity.test';
export const masterKey = Buffer.alloc(32, 7);
export const startMs = Date.UTC(2026, 10, 21, 12);

export function createTestClock(): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
}

export async function startIdentityProcess(): Promise<IdentityProcess> {
  const storage = await createTestDatabase({ migrations: identityMigrations });
  const clock = createTestClock();
  const { database } = storage;
  const replica = () =>
    createIdentityModule({
      database,
      clock,
      ids: createSystemIds(clock),
      random: randomBytes,
      masterKey,
      tokenIssuer,
    });
  const module = replica();
  await module.start();
  const logged: string[] = [];
  const logger = createLogger({ service: 'identity', write: (line) => void logged.push(line) });
  const folder = createSocketFolder(randomUUID());
  const server = await startRpcServer({
    address: folder.address('identity'),
    services: module.services,
    logger,
  });
  const identity = createClient(IdentityServiceService, server.address);
  const admin = createClient(IdentityAdminServiceService, server.address);
  return {
    identity,
    admin,
    clock,
    storage,
    logged,
    replica,
    async stop() {
      identity.close();
      admin.close();
      await server.stop(1_000);
      await module.stop();
      folder.remove();
      await storage.drop();
    },
  };
}
