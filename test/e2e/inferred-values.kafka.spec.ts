import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { DistributedProcess } from '../support/distributed-process.js';

jest.setTimeout(180_000); // eight processes are started

// Two visits to the clinic of examples/platform: conversations, memory and world are processes of their own, and hear of each
// other over Kafka alone.

const run = promisify(execFile);
const clinic = path.resolve(import.meta.dirname, '../../examples/platform/clinic.mjs');
let folder: string;
let database: TestDatabase;
let system: DistributedProcess;
let tools: HttpToolServer;
let serviceId: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase({ maxConnections: 1 });
  tools = await startHttpToolServer({ effectsFile: path.join(folder, 'effects.jsonl') });
  system = await DistributedProcess.start({
    dataDir: path.join(folder, 'data'),
    env: {
      DATABASE_URL: database.connectionString,
      KAFKA_BROKERS: process.env['SVC_TEST_KAFKA_BROKERS'] ?? '',
      SVC_DATABASE_CONNECTIONS: '5',
      SVC_RATE_LIMITS: '{"*":1000000}',
    },
  });
  const credentials = path.join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify({ ...system.credentials(), base_url: system.baseUrl }));
  const { stdout } = await run(process.execPath, [clinic, credentials], {
    env: { ...process.env, TOOL_SERVER: tools.url },
  });
  serviceId = /the service ([0-9a-f-]{36})\./.exec(stdout)?.[1] ?? '';
});
afterAll(async () => {
  await system?.stop();
  await tools?.stop();
  await database?.drop();
  removeFolder(folder);
});

async function ask<Body>(method: string, to: string, body?: object): Promise<Body> {
  const { workspace_id: workspace, workspace_api_key: key } = system.credentials();
  const response = await fetch(`${system.baseUrl}/v1/${workspace}/${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** The patient says this in a conversation of their own, which then ends. */
async function visit(entityId: string, message: string): Promise<void> {
  const begun = { service_id: serviceId, entity_id: entityId, auto_greet: false };
  const { id } = await ask<{ id: string }>('POST', 'conversations', begun);
  await ask('POST', `conversations/${id}/turns`, { message });
  await ask('DELETE', `conversations/${id}`);
}

interface Values {
  readonly values: readonly { readonly value: unknown; readonly ingested_at: string }[];
}

const valuesOf = async (entityId: string, query = '') =>
  (await ask<Values>('GET', `world/entities/${entityId}/enrichment${query}`)).values;

it('given processes that hear of each other over Kafka, when a patient says the one and later the other, then both are known with their time', async () => {
  await ask('POST', 'world/enrichment-keys', {
    ...{ entity_type: 'person', key: 'spoken_language', value_type: 'enum', tags: ['memory_extract'] },
    ...{ allowed_values: ['German', 'French'], description: 'The language that the patient speaks best.' },
  });
  const patient = randomUUID();
  const isKnown = (value: string) =>
    eventually(
      async () => expect(await valuesOf(patient).catch(() => [])).toMatchObject([{ value }]),
      60_000,
      100,
    );

  await visit(patient, 'I speak German best.');
  await isKnown('German');
  await visit(patient, 'Now I speak French best.');
  await isKnown('French');

  const [french] = await valuesOf(patient);
  const between = new Date(Date.parse(french?.ingested_at ?? '') - 1).toISOString();
  expect(await valuesOf(patient, `?as_of=${between}`)).toMatchObject([{ value: 'German' }]);
});
