import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gatewayRoutes } from '@svc/gateway';
import { listOpenErasures } from '@svc/privacy';
import { eventually } from '@svc/testing';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { bearing, demand, send } from './every-route/http-client.js';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// A patient of the clinic of examples/platform asks to be forgotten.

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

const pathOf = (to: string) => `/v1/${standalone.demo.workspace_id}/${to}`;
function ask<Body>(method: string, to: string, body?: object): Promise<Body> {
  const { base_url: baseUrl, workspace_api_key: key } = standalone.demo;
  return demand<Body>(baseUrl, { method, path: pathOf(to), headers: bearing(key), body });
}
const answer = (method: string, to: string, body?: object) =>
  send(standalone.demo.base_url, {
    ...{ method, path: pathOf(to), headers: bearing(standalone.demo.workspace_api_key), body },
  });

/** What says who they are or what they said. Each a word of its own. */
const words = [
  ...['Quirina', 'Mirabelle', '+4930777888', 'quirina@clinic.example', 'patient-q', 'crm-q', 'mrn-q'],
  ...['marmot', 'hazelnuts', 'insured-q'],
];

/** Where in the database one of the words stands. */
async function placesOfWords(): Promise<readonly string[]> {
  const { pool } = standalone.database.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
      WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT row_to_json(stored)::text AS row FROM ${name} AS stored`,
    );
    const text = rows
      .map(({ row }) => row)
      .join('\n')
      .toLowerCase();
    found.push(
      ...words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${name}: ${word}`),
    );
  }
  return found;
}

const form = {
  title: 'Your visit',
  fields: [{ key: 'insurance', label: 'Insurance number', field_type: 'text', sensitive: true }],
};

/** A person with a profile, a sealed value, a finished conversation, an open one, and a form with a value. */
async function patient() {
  const { id: entityId } = await ask<{ id: string }>('POST', 'world/entities', {
    ...{ entity_type: 'person', name: 'Quirina Mirabelle', phone: '+4930777888', mrn: 'mrn-q' },
    ...{ email: 'quirina@clinic.example', canonical_id: 'patient-q', external_ids: { crm: 'crm-q' } },
  });
  await ask('PUT', `world/entities/${entityId}/enrichment/diet`, { value: 'hazelnuts' });
  const conversations: string[] = [];
  for (const last of [false, true]) {
    const { id } = await ask<{ id: string }>('POST', 'conversations', {
      ...{ service_id: serviceId, entity_id: entityId, auto_greet: false },
    });
    await ask('POST', `conversations/${id}/turns`, { message: 'My marmot is ill. I speak German best.' });
    if (!last) await ask('DELETE', `conversations/${id}`);
    conversations.push(id);
  }
  const made = await ask<{ id: string }>('POST', 'surfaces', { entity_id: entityId, ...form });
  const { url } = await ask<{ url: string }>('POST', `surfaces/${made.id}/deliver`, {
    channel_address: 'quirina@clinic.example',
  });
  const link = url.replace(/\/spec$/, '');
  const saved = await fetch(`${standalone.demo.base_url}${link}/fields/insurance`, {
    ...{ method: 'PUT', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ value: 'insured-q' }),
  });
  expect(saved.status).toBe(200);
  return { entityId, conversations, surfaceId: made.id, link };
}

interface Ids {
  readonly entityId: string;
  readonly surfaceId: string;
  readonly conversations: readonly string[];
}

/** Which words of theirs the routes tell that read of a workspace, with each id of theirs. */
async function wordsOfRoutes({ entityId, surfaceId, conversations }: Ids): Promise<readonly string[]> {
  const ids: Readonly<Record<string, readonly string[]>> = {
    ...{ entity_id: [entityId], surface_id: [surfaceId], key: ['diet', 'spoken_language'] },
    ...{ conversation_id: conversations, session_id: conversations },
  };
  const root = '/v1/:workspace_id/';
  const asked = gatewayRoutes
    .filter(
      ({ method, path: of, answer: { content } }) =>
        method === 'GET' && of.startsWith(root) && content !== 'sse',
    )
    .flatMap(({ path: template }) =>
      [0, 1].map((index) =>
        template.slice(root.length).replaceAll(/:(\w+)/g, (_all, name: string) => {
          const of = ids[name] ?? [randomUUID()];
          return of[index % of.length] ?? '';
        }),
      ),
    );
  const searches = [
    'world/search?q=Quirina',
    'world/entities?q=%2B4930777888',
    `surfaces?entity_id=${entityId}`,
  ];
  const told: string[] = [];
  for (const route of new Set([...asked, ...searches])) {
    const { status, text } = await answer('GET', route);
    expect(status).toBeLessThan(500);
    told.push(...words.filter((word) => text.toLowerCase().includes(word.toLowerCase())));
  }
  return [...new Set(told)].sort();
}

it('given a patient with conversations, values and a form, when they are erased, then no route and no column has a word of it', async () => {
  for (const key of [
    { key: 'diet', value_type: 'string', is_pii: true },
    {
      ...{ key: 'spoken_language', value_type: 'enum', tags: ['memory_extract'], is_pii: true },
      ...{ allowed_values: ['German', 'French'], description: 'The language that the patient speaks best.' },
    },
  ])
    await ask('POST', 'world/enrichment-keys', { entity_type: 'person', ...key });
  const ids = await patient();
  const { entityId, link } = ids;
  await eventually(async () => {
    const { state } = await ask<{ state: object }>('GET', `world/entities/${entityId}`);
    expect(state).toMatchObject({ diet: 'hazelnuts', spoken_language: 'German' });
  });
  expect(await placesOfWords()).not.toEqual([]);
  // What is sensitive in a form is told once it is submitted.
  const shown = words.filter((word) => word !== 'insured-q');
  expect(await wordsOfRoutes(ids)).toEqual(shown.toSorted());

  expect((await answer('DELETE', `world/entities/${entityId}`)).status).toBe(204);
  expect((await answer('DELETE', `world/entities/${entityId}`)).status).toBe(404);
  expect((await answer('DELETE', `world/entities/${randomUUID()}`)).status).toBe(404);

  await eventually(async () => expect(await listOpenErasures(standalone.database.database)).toEqual([]));
  expect(await placesOfWords()).toEqual([]);
  expect(await wordsOfRoutes(ids)).toEqual([]);

  const opened = await fetch(`${standalone.demo.base_url}${link}/spec`);
  expect([404, 410]).toContain(opened.status);
  expect(await opened.text()).not.toMatch(/insured-q|insurance/i);

  // Whoever was erased comes as somebody else.
  const again = { service_id: serviceId, entity_id: entityId, auto_greet: false };
  expect((await answer('POST', 'conversations', again)).status).toBe(404);
});
