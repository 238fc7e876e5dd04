import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@svc/config';
import type { DemoCredentials } from '@svc/demo';
import { configuration as schema, type LocalServices, openLocalServices } from '@svc/installation';
import { silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createStandalone } from '../src/standalone.js';

/** All services and the gateway in the process of the test, on a database of their own. */
export interface StartedStandalone {
  readonly demo: DemoCredentials;
  readonly database: TestDatabase;
  /** A client that calls the services directly and bypasses the gateway. */
  readonly services: LocalServices;
  stop(): Promise<void>;
}

/**
 * A mock of `systemClock` sets the time of all of it. No rate limit gets in the way.
 * @param environment settings beside those that every test has
 */
export async function startStandalone(
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedStandalone> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'svc-standalone-'));
  const standalone = createStandalone({
    configuration: loadConfig(schema, {
      DATABASE_URL: database.connectionString,
      SVC_DATA_DIR: dataDir,
      PORT: '0',
      SVC_RATE_LIMITS: '{"*":1000000}',
      SVC_FAILED_AUTHENTICATIONS: '1000000',
      ...environment,
    }),
    logger: silentLogger,
    say: () => undefined,
    onDatabaseLost: () => undefined,
  });
  const removeAll = async () => {
    await standalone.lifecycle.stop('the test is over');
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await standalone.lifecycle.start();
  } catch (error) {
    await removeAll();
    throw error;
  }
  const services = openLocalServices(dataDir);
  return {
    demo: standalone.credentials(),
    database,
    services,
    async stop() {
      services.disconnect();
      await removeAll();
    },
  };
}
