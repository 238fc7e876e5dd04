import { randomBytes, randomUUID } from 'node:crypto';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  DataKeyServiceService,
  PersonServiceService,
  IdentityAdminServiceService,
  IdentityServiceService,
} from '@svc/contracts/identity';
import type { EventBus } from '@svc/event-bus';
import type { Clock } from '@svc/kernel';
import type { ErasureList } from '@svc/privacy';
import { createClient, createSocketFolder, type RpcClient } from '@svc/rpc';
import { createSystemIds } from '@svc/runtime';
import {
  assertMasterKey,
  ContextLifecycle,
  PlatformModule,
  startContext,
  type Platform,
  type RunningContext,
} from '@svc/service-host';
import { MasterKey } from '@svc/sealing';
import { createLogger, noMetrics, silentLogger, type Logger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { identityContext, IdentityModule, type IdentityOptions } from '../src/index.js';

/** A clock that only moves when told to. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** The identity service as other processes see it: over gRPC on a unix socket, with its own database. */
export interface IdentityProcess {
  readonly identity: RpcClient<typeof IdentityServiceService>;
  readonly admin: RpcClient<typeof IdentityAdminServiceService>;
  readonly dataKeys: RpcClient<typeof DataKeyServiceService>;
  /** Of workspaces. */
  readonly people: RpcClient<typeof PersonServiceService>;
  readonly clock: TestClock;
  readonly storage: TestDatabase;
  /** The errors that the server logged as unexpected. */
  readonly logged: string[];
  /** The providers of another replica on the same database, without a server. */
  replica(changes?: Partial<IdentityOptions>): Promise<TestingModule>;
  stop(): Promise<void>;
}

/** A list without a file. */
export class KnownErasures implements ErasureList {
  readonly subjects = new Set<string>();

  read(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.subjects));
  }

  add(subjects: readonly string[]): Promise<void> {
    for (const subject of subjects) this.subjects.add(subject);
    return Promise.resolve();
  }
}

export const tokenIssuer = 'https://identity.test';
export const startMs = Date.UTC(2026, 10, 21, 12);
export const identityOptions: IdentityOptions = {
  random: randomBytes,
  masterKey: new MasterKey(Buffer.alloc(32, 7)),
  erasures: new KnownErasures(),
  tokenIssuer,
  region: 'us-east-1',
};

function createTestClock(): TestClock {
  let nowMs = startMs;
  return { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
}

export function testPlatform(storage: TestDatabase, clock: Clock, logger: Logger = silentLogger): Platform {
  return { database: storage.database, clock, ids: createSystemIds(clock), logger, metrics: noMetrics };
}

/** Over gRPC, at a socket of its own. */
export async function serveIdentity(
  platform: Platform,
  options: IdentityOptions = identityOptions,
  bus: EventBus | 'idle' = 'idle',
): Promise<RunningContext> {
  const folder = createSocketFolder(randomUUID());
  try {
    const context = await startContext({
      context: identityContext,
      module: IdentityModule.register(options),
      platform,
      address: folder.address('identity'),
      bus,
    });
    return {
      ...context,
      stop: async (graceMs) => {
        await context.stop(graceMs);
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

export async function startIdentityProcess(
  changes: Partial<IdentityOptions> = {},
  bus?: EventBus,
): Promise<IdentityProcess> {
  const options = { ...identityOptions, ...changes };
  const storage = await createTestDatabase({ migrations: identityContext.migrations });
  await assertMasterKey(storage.database, 'identity', identityOptions.masterKey);
  const clock = createTestClock();
  const logged: string[] = [];
  const logger = createLogger({ service: 'identity', write: (line) => void logged.push(line) });
  const context = await serveIdentity(testPlatform(storage, clock, logger), options, bus);
  const identity = createClient(IdentityServiceService, context.address, { alwaysConnects: true });
  const admin = createClient(IdentityAdminServiceService, context.address, { alwaysConnects: true });
  const people = createClient(PersonServiceService, context.address, { alwaysConnects: true });
  const dataKeys = createClient(DataKeyServiceService, context.address, { alwaysConnects: true });
  const replicas: TestingModule[] = [];
  return {
    identity,
    admin,
    dataKeys,
    people,
    clock,
    storage,
    logged,
    async replica(others = {}) {
      const imports = [
        PlatformModule.of(testPlatform(storage, clock)),
        IdentityModule.register({ ...options, ...others }),
      ];
      const replica = await Test.createTestingModule({ imports }).compile();
      replicas.push(replica);
      return replica;
    },
    async stop() {
      identity.close();
      admin.close();
      dataKeys.close();
      people.close();
      await context.stop(1_000);
      for (const replica of replicas) await replica.get(ContextLifecycle, { strict: false }).stop();
      await storage.drop();
    },
  };
}
