import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { emptyStreamHead, EventStore } from '@svc/event-store';
import { type ContextName, contexts, migrate, openDatabase, openInstallation } from '@svc/installation';
import type { DomainEvent } from '@svc/kernel';
import { systemClock, systemIds } from '@svc/runtime';
import { silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import { verifyChains, verifyLogs } from './verify-logs.js';

let test: TestDatabase;
let dataDir: string;
let said: CollectedOutput;
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'svc-verify-'));
  const watch = { onServerReturned: () => Promise.resolve(), onServerLost: () => undefined };
  said = new CollectedOutput();
  const { configuration } = session();
  const database = await openDatabase(configuration, () => undefined, silentLogger, watch);
  await migrate(
    database,
    openInstallation(dataDir, () => undefined),
    configuration,
    () => undefined,
  );
  await database.close();
});
afterEach(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const session = () => said.session({ DATABASE_URL: test.connectionString, SVC_DATA_DIR: dataDir });
const names = contexts.map(({ name }) => name);

/** Begins a stream as a newer release does. */
async function appendUnknown(context: ContextName, category: string): Promise<string> {
  const message = { toJSON: (data: object) => data, fromJSON: (json: unknown) => json as object };
  const event: DomainEvent<'Dreamt', object> = { type: 'Dreamt', data: {} };
  const store = new EventStore({
    schema: context,
    database: test.database,
    types: { byName: new Map([['Dreamt', { message, schemaVersion: 1, visibility: 'private' }]]) },
    clock: systemClock,
    ids: systemIds,
  });
  const streamId = `org:demo/${category}/65f0c0ffee65f0c0ffee65f0`;
  const metadata = { actor: 'user:1', correlationId: 'c', causationId: 'c' };
  await store.append(test.database, {
    tenantId: 'org:demo',
    streamId,
    subject: null,
    expected: emptyStreamHead,
    events: [event],
    metadata,
  });
  return streamId;
}

const unknown =
  'this release does not know event type Dreamt in schema version 1: a newer one has written it';

describe('events verify', () => {
  it('given streams of a newer release, knows the aggregates of every context, and names the unknown ones', async () => {
    const ofContext: Record<ContextName, readonly string[]> = {
      identity: ['organization', 'role', 'user', 'api_key'],
      agents: ['agent', 'context_graph', 'service'],
      conversations: ['conversation'],
      memory: ['post_processing', 'conversation_memories', 'episode', 'user_model'],
      webhooks: ['destination'],
      world: ['enrichment_key'],
    };
    for (const name of names) for (const category of ofContext[name]) await appendUnknown(name, category);
    const whole = session();
    await verifyLogs(whole, names);
    expect(whole.exitCode).toBe(0);
    expect(said.out).toEqual([
      'identity: 4 events in 4 streams, all chains are whole.',
      'agents: 3 events in 3 streams, all chains are whole.',
      'conversations: 1 events in 1 streams, all chains are whole.',
      'memory: 4 events in 4 streams, all chains are whole.',
      'webhooks: 1 events in 1 streams, all chains are whole.',
      'world: 1 events in 1 streams, all chains are whole.',
    ]);
    expect(said.error.filter((line) => line.includes('not fully verified'))).toEqual([
      expect.stringMatching(/^identity: 4 streams not fully verified, such as org:demo\/\S+: /),
      expect.stringMatching(/^agents: 3 streams not fully verified, such as org:demo\/\S+: /),
      `conversations: 1 streams not fully verified, such as org:demo/conversation/65f0c0ffee65f0c0ffee65f0: ${unknown}`,
      expect.stringMatching(/^memory: 4 streams not fully verified, such as org:demo\/\S+: /),
      `webhooks: 1 streams not fully verified, such as org:demo/destination/65f0c0ffee65f0c0ffee65f0: ${unknown}`,
      `world: 1 streams not fully verified, such as org:demo/enrichment_key/65f0c0ffee65f0c0ffee65f0: ${unknown}`,
    ]);
  });

  it('given a changed event, names it with and without keys, and ends with exit code 1', async () => {
    const streamId = await appendUnknown('agents', 'agent');
    await test.database.pool.query(`UPDATE agents.event SET payload = '{"forged":true}'`);
    const violation = `agents: ${streamId} version 1: the hash is not that of its content and the event before`;
    const withKeys = session();
    await verifyLogs(withKeys, ['agents']);
    expect(said).toMatchObject({
      out: ['agents: 1 events in 1 streams, 1 violations FOUND.'],
      error: [violation],
    });
    expect(withKeys.exitCode).toBe(1);

    rmSync(path.join(dataDir, 'master.key'));
    const withoutKeys = session();
    await verifyChains(withoutKeys, ['agents']);
    expect(said.error).toEqual([violation, violation]);
    expect(withoutKeys.exitCode).toBe(1);
  });
});
