import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { bearing, demand } from './every-route/http-client.js';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// Two visits to the clinic of examples/platform, through HTTP alone: what the patient says is known of them afterwards.

const run = promisify(execFile);
const clinic = path.resolve(import.meta.dirname, '../../../examples/platform/clinic.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'clinic-'));
let standalone: StartedStandalone;
let tools: HttpToolServer;
let serviceId: string;

beforeAll(async () => {
  [standalone, tools] = await Promise.all([
    startStandalone(),
    startHttpToolServer({ effectsFile: path.join(folder, 'effects.jsonl') }),
  ]);
  const credentials = path.join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify(standalone.demo));
  const env = { ...process.env, TOOL_SERVER: tools.url };
  const { stdout } = await run(process.execPath, [clinic, credentials], { env });
  serviceId = /the service ([0-9a-f-]{36})\./.exec(stdout)?.[1] ?? '';
});
afterAll(async () => {
  await standalone.stop();
  await tools.stop();
  rmSync(folder, { recursive: true });
});

function ask<Body>(method: string, to: string, body?: object): Promise<Body> {
  const { base_url: baseUrl, workspace_id: workspace, workspace_api_key: key } = standalone.demo;
  return demand<Body>(baseUrl, { method, path: `/v1/${workspace}/${to}`, headers: bearing(key), body });
}

interface Value {
  readonly value: unknown;
  readonly event_id: string;
  readonly confidence: number;
  readonly source: string;
  readonly ingested_at: string;
  readonly conversation_id: string;
  readonly message_ids: readonly string[];
}

/** The patient says this in a conversation of their own, which then ends. @returns its id */
async function visit(entityId: string, message: string): Promise<string> {
  const begun = { service_id: serviceId, entity_id: entityId, auto_greet: false };
  const { id } = await ask<{ id: string }>('POST', 'conversations', begun);
  await ask('POST', `conversations/${id}/turns`, { message });
  await ask('DELETE', `conversations/${id}`);
  return id;
}

const valuesOf = async (entityId: string, query = '') =>
  (await ask<{ values: readonly Value[] }>('GET', `world/entities/${entityId}/enrichment${query}`)).values;

async function valueFrom(entityId: string, conversationId: string): Promise<Value> {
  let found: Value | undefined;
  await eventually(async () => {
    const values = await valuesOf(entityId).catch(() => []);
    found = values.find(({ conversation_id: from }) => from === conversationId);
    expect(found).toBeDefined();
  });
  if (!found) throw new Error('No value');
  return found;
}

it('given a key for transcripts, when a patient says the one and later the other, then both are known with their time', async () => {
  await ask('POST', 'world/enrichment-keys', {
    ...{ entity_type: 'person', key: 'spoken_language', value_type: 'enum', tags: ['memory_extract'] },
    ...{ allowed_values: ['German', 'French'], description: 'The language that the patient speaks best.' },
  });
  const patient = randomUUID();

  const first = await visit(patient, 'I speak German best.');
  const german = await valueFrom(patient, first);
  expect(german).toMatchObject({ value: 'German', confidence: 0.6, source: 'memory_extract' });
  expect(german.message_ids).toHaveLength(1);

  const second = await visit(patient, 'Now I speak French best.');
  const french = await valueFrom(patient, second);
  expect(french.value).toBe('French');
  const { history } = await ask<{ history: readonly (Value & { readonly supersedes: string | null })[] }>(
    'GET',
    `world/entities/${patient}/enrichment/spoken_language/history`,
  );
  expect(history.map(({ value, supersedes }) => [value, supersedes])).toEqual([
    ['French', german.event_id],
    ['German', null],
  ]);
  const between = encodeURIComponent(new Date(Date.parse(french.ingested_at) - 1).toISOString());
  expect(await valuesOf(patient, `?as_of=${between}`)).toEqual([german]);

  await eventually(async () => {
    const conversation = await ask<object>('GET', `world/entities/${second}`);
    expect(conversation).toMatchObject({
      entity_type: 'conversation',
      status: 'finished',
      direction: 'inbound',
    });
  });
  expect(await ask('GET', `world/entities/${patient}`)).toMatchObject({
    ...{ entity_type: 'person', source: 'conversation', event_count: 3 },
    state: { spoken_language: 'French' },
  });
});

it('given keys of the fields that the clinic asks for, when a patient gives them, then they are known of the patient', async () => {
  for (const [key, value_type] of [
    ['full_name', 'string'],
    ['date_of_birth', 'date'],
  ])
    await ask('POST', 'world/enrichment-keys', { entity_type: 'person', key, value_type, is_pii: true });
  const patient = randomUUID();
  const begun = { service_id: serviceId, entity_id: patient, auto_greet: true };
  const { id } = await ask<{ id: string }>('POST', 'conversations', begun);
  for (const message of ['My name is Ada Lovelace.', 'I was born on 1815-12-10.'])
    await ask('POST', `conversations/${id}/turns`, { message });

  await eventually(async () => {
    const values = await valuesOf(patient).catch(() => []);
    expect(values).toMatchObject([
      { value: '1815-12-10', confidence: 0.5, source: 'data_collection', conversation_id: id },
      { value: expect.stringContaining('Ada Lovelace') },
    ]);
  });
});
