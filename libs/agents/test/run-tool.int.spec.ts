import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunToolRequest } from '@svc/contracts/agents';
import {
  readEffects,
  startHttpToolServer,
  startMcpToolServer,
  type HttpToolServer,
  type McpToolServer,
} from '@svc/testing/tool-servers';
import { keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { booking, bookingSchema, runTool } from './booking-tool.js';
import { definitionsOf } from './definitions-client.js';

const workspace = '0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11';
const tenantId = `ws:${workspace}`;
const key = keyOf(workspace);
const secret = 'brass-key-of-the-clinic';
const folder = mkdtempSync(path.join(tmpdir(), 'run-tool-'));
const httpEffects = path.join(folder, 'http.jsonl');
let server: AgentsServer;
let http: HttpToolServer;
let mcp: McpToolServer;
let platform: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  [server, http, mcp] = await Promise.all([
    startAgentsServer(),
    startHttpToolServer({ effectsFile: httpEffects }),
    startMcpToolServer({ effectsFile: path.join(folder, 'mcp.jsonl') }),
  ]);
  platform = definitionsOf(server, key);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([http.stop(), mcp.stop()]);
  rmSync(folder, { recursive: true });
});

async function integration(name: string, changes: object = {}, endpoint: object = {}) {
  const auth = { type: 'static_header', header_name: 'X-Clinic-Key' };
  const body = { protocol: 'rest', display_name: name, base_url: http.url, auth, ...changes };
  const { definitionId } = await platform.create('integration', name, body, {
    secrets: { secret_value: secret },
  });
  const called = { description: 'Books', path: 'appointments', input_schema: bookingSchema, ...endpoint };
  await platform.create('endpoint', 'book', called, { parentId: definitionId });
  return definitionId;
}
const describeTools = (...toolIds: string[]) =>
  server.tools.describeTools({ tenantId, tools: toolIds.map((toolId) => ({ toolId })) });
const run = (changes: Partial<RunToolRequest>) => runTool(server, { tenantId, ...changes });
const allTools = { onlyNamed: false, toolIds: [] };
const resultOf = ({ resultJson }: { readonly resultJson: string }): unknown => JSON.parse(resultJson);

describe('an endpoint of an integration', () => {
  beforeAll(async () => void (await integration('clinic')));

  it('is described by its id, with what a model has to know', async () => {
    const { tools, unknown } = await describeTools('clinic__book', 'clinic__none', 'nonsense');
    expect(unknown.map(({ toolId, reason }) => [toolId, reason])).toEqual([
      ['clinic__none', 'There is no tool with this id.'],
      ['nonsense', 'There is no tool with this id.'],
    ]);
    expect(tools).toMatchObject([
      {
        toolId: 'clinic__book',
        name: 'clinic__book',
        description: 'Books',
        hasEffects: true,
        timeoutMs: 30_000,
      },
    ]);
    expect(JSON.parse(tools[0]?.inputSchemaJson ?? '')).toEqual(bookingSchema);
  });

  it('is called with its secret and the effect key, and neither the request nor the response gives the secret away', async () => {
    const outcome = await run({ toolId: 'clinic__book' });
    expect(outcome).toMatchObject({ type: 'ended', status: 201, retries: 0 });
    expect(resultOf(outcome)).toMatchObject({ id: 'appointment-1', name: 'Ada' });
    expect(http.requests.at(-1)?.headers).toMatchObject({
      'x-clinic-key': secret,
      'idempotency-key': 'conversation/interaction/1',
    });
    expect(readEffects(httpEffects)).toHaveLength(1);
    expect(JSON.stringify([outcome, await describeTools('clinic__book')])).not.toContain(secret);
  });

  it('given an input that does not fit, then it is rejected in words', async () => {
    expect(await run({ toolId: 'clinic__book', inputJson: '{"name":"Ada","day":"soon"}' })).toMatchObject({
      type: 'failed',
      failureClass: 'input_rejected',
      reason: expect.stringContaining('/day must match format "date"'),
    });
  });

  it('given a turn that stored no intent, since the tool had no effects when it began, then nothing is sent', async () => {
    const before = http.requests.length;
    expect(await run({ toolId: 'clinic__book', effectKey: undefined })).toMatchObject({
      type: 'failed',
      failureClass: 'generic',
      reason: expect.stringContaining('has effects now'),
    });
    expect(http.requests.length).toBe(before);
  });

  it('given a dry run, then nothing is sent', async () => {
    const before = http.requests.length;
    expect(await run({ toolId: 'clinic__book', dryRun: true })).toMatchObject({
      type: 'blocked',
      blockedEffects: ['POST appointments'],
    });
    expect(http.requests.length).toBe(before);
  });

  it('of another workspace is unknown', async () => {
    const tenant = 'ws:0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c22';
    expect(await run({ toolId: 'clinic__book', tenantId: tenant })).toMatchObject({
      type: 'failed',
      reason: 'There is no tool with this id.',
    });
  });

  it('given a caller that leaves, then a call with effects goes on to its end', async () => {
    const arrived = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<boolean>();
    const slow = await startHttpToolServer({
      effectsFile: path.join(folder, 'slow.jsonl'),
      intercept: (_request, response) => {
        arrived.resolve();
        void finish.promise.then(() => response.end('"done"'));
        response.once('close', () => closed.resolve(response.writableFinished));
        return true;
      },
    });
    await integration('slow', { base_url: slow.url });
    const leave = new AbortController();
    const called = { tenantId, toolId: 'slow__book', effectKey: 'conversation/interaction/2' };
    const request = { ...called, inputJson: JSON.stringify(booking) };
    const left = server.tools.runTool(
      {
        ...request,
        timeoutMs: 10_000,
        maxResultCharacters: 100,
        variables: {},
        secretVariables: {},
        dryRun: false,
        isApproved: false,
      },
      { signal: leave.signal },
    );
    await arrived.promise;
    leave.abort();
    await expect(left).rejects.toThrow();
    finish.resolve();
    expect(await closed.promise).toBe(true);
    await slow.stop();
  });
});

describe('a tool that can not be called says why', () => {
  it.each([['disabled', { enabled: false }, 'disabled']])(
    'given an integration that is %s',
    async (name, changes, reason) => {
      await integration(name, changes);
      const { tools, unknown } = await describeTools(`${name}__book`);
      expect([tools, unknown]).toMatchObject([[], [{ reason: expect.stringContaining(reason) }]]);
      expect(await run({ toolId: `${name}__book` })).toMatchObject({
        type: 'failed',
        failureClass: 'generic',
        reason: expect.stringContaining(reason),
      });
    },
  );

  it('given a schema that no input can be checked by, then it is not stored', async () => {
    const hostile = { input_schema: { properties: { a: { $ref: 'http://127.0.0.1/' } } } };
    await expect(integration('hostile', {}, hostile)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [expect.objectContaining({ loc: ['body', 'input_schema', 'properties', 'a', '$ref'] })],
    });
  });

  it('given a policy that writes are approved, then it is described as such, and called only once a person has', async () => {
    await integration('approved', { approval_policy: 'writes' });
    const toolId = 'approved__book';
    const { tools } = await describeTools(toolId);
    expect(tools).toMatchObject([{ toolId, needsApproval: true, hasEffects: true }]);
    const reason = 'A person has to approve calls of this tool. It was not called.';
    expect(await run({ toolId })).toMatchObject({ type: 'failed', failureClass: 'generic', reason });
    expect(await run({ toolId, isApproved: true })).toMatchObject({ type: 'ended' });
  });

  it('given an approval for writes, then what reads is called', async () => {
    await integration('reading', { approval_policy: 'writes' }, { method: 'GET', path: 'openings' });
    expect(await run({ toolId: 'reading__book' })).toMatchObject({ type: 'ended' });
  });

  it('given a skill', async () => {
    await platform.create('skill', 'triage', { name: 'Triage', description: 'Sorts', input_schema: {} });
    expect((await describeTools('triage')).unknown).toMatchObject([{ reason: 'Skills are not run yet.' }]);
  });
});

describe('tools of an MCP server', () => {
  beforeAll(async () => {
    const body = {
      protocol: 'mcp',
      display_name: 'Clinic',
      mcp_url: mcp.url,
      auth: { type: 'bearer_token' },
    };
    await platform.create('integration', 'remote', body, { secrets: { secret_value: secret } });
    const away = { ...body, mcp_url: 'http://127.0.0.1:9/mcp', auth: null };
    await platform.create('integration', 'away', away);
  });

  it('are described and called, with the secret of their integration', async () => {
    const { tools } = await describeTools('remote__find_openings', 'remote__book_appointment');
    expect(tools.map(({ toolId, hasEffects }) => [toolId, hasEffects])).toEqual([
      ['remote__find_openings', false],
      ['remote__book_appointment', true],
    ]);
    expect(await run({ toolId: 'remote__book_appointment' })).toMatchObject({ type: 'ended' });
    expect(mcp.effects()).toMatchObject([{ key: 'conversation/interaction/1', isRepeat: false }]);
    expect(mcp.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  });

  it('given a server that is not there, then they are unknown, and others are not', async () => {
    const { tools, unknown } = await describeTools('away__find', 'remote__find_openings');
    expect(tools).toHaveLength(1);
    expect(unknown).toMatchObject([
      { toolId: 'away__find', reason: expect.stringContaining('does not answer') },
    ]);
  });

  it('stand in the list of all tools', async () => {
    const { tools, unknown } = await server.tools.listTools({ workspaceCaller: key, ...allTools });
    const ids = tools.map(({ toolId }) => toolId);
    expect(ids).toEqual(expect.arrayContaining(['clinic__book', 'remote__find_openings']));
    expect(unknown.map(({ toolId }) => toolId)).toEqual(
      expect.arrayContaining(['away__*', 'disabled__book']),
    );
  });

  it('are asked for once for all tools of a server, with its secret opened once', async () => {
    const opened = () => server.statements.filter((name) => name === 'agents.definition_secrets').length;
    const servers = 2; // `remote` and `away`
    const before = opened();
    const named = ['remote__find_openings', 'remote__book_appointment', 'clinic__book', 'away__find'];
    await server.tools.listTools({ workspaceCaller: key, ...allTools });
    expect(opened() - before).toBe(servers);
    const { tools } = await server.tools.listTools({ workspaceCaller: key, onlyNamed: true, toolIds: named });
    expect(tools.map(({ toolId }) => toolId)).toEqual(named.slice(0, 3));
    expect(opened() - before).toBe(2 * servers);
    const none = { workspaceCaller: key, onlyNamed: true, toolIds: [] };
    expect((await server.tools.listTools(none)).tools).toEqual([]);
  });

  it('given an id that fits two tools, then no further one is made, and the one of the integration that is named is called', async () => {
    const endpoint = { description: 'x', method: 'GET', path: 'openings' };
    const outer = await platform.create('integration', 'two', {
      ...{ protocol: 'rest', display_name: 'x', base_url: `${http.url}/outer` },
    });
    const inner = await platform.create('integration', 'two__c', {
      ...{ protocol: 'rest', display_name: 'x', base_url: `${http.url}/inner` },
    });
    await platform.create('endpoint', 'dd', endpoint, { parentId: inner.definitionId });
    const taken = platform.create('endpoint', 'c__dd', endpoint, { parentId: outer.definitionId });
    await expect(taken).rejects.toMatchObject({ code: 'conflict' });
    // As it could be made before this was refused.
    const earlier = await platform.create('endpoint', 'other', endpoint, { parentId: outer.definitionId });
    await server.database.pool.query(`UPDATE agents.definition SET name = 'c__dd' WHERE definition_id = $1`, [
      earlier.definitionId,
    ]);
    for (const [integrationId, folderName] of [
      [outer.definitionId, '/outer/'],
      [inner.definitionId, '/inner/'],
    ] as const) {
      const call = { workspaceCaller: key, toolId: 'two__c__dd', inputJson: '{}', integrationId };
      await server.tools.testTool({ ...call, variables: {}, secretVariables: {}, dryRun: false });
      expect(http.requests.at(-1)?.path).toContain(folderName);
    }
  });

  it('given a credential that may not see integrations, then neither list nor call', async () => {
    const workspaceCaller = { ...key, permissions: ['Skill.view'] };
    const call = {
      workspaceCaller,
      toolId: 'clinic__book',
      inputJson: '{}',
      variables: {},
      secretVariables: {},
      dryRun: false,
    };
    await expect(server.tools.listTools({ workspaceCaller, ...allTools })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(server.tools.testTool(call)).rejects.toMatchObject({ code: 'permission_denied' });
    const viewer = { ...call, workspaceCaller: { ...key, permissions: ['Integration.view'] } };
    await expect(server.tools.testTool(viewer)).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

it.each([
  ['an input that is no object', { inputJson: '[]' }, 'validation_failed'],
  ['an input that is no JSON', { inputJson: '{' }, 'validation_failed'],
  ['a limit that is too long', { timeoutMs: 10_000_000 }, 'validation_failed'],
  ['no tenant', { tenantId: 'nobody' }, 'invalid_request'],
])('given %s, then the request is refused', async (_what, changes, code) => {
  await expect(run({ toolId: 'clinic__book', ...changes })).rejects.toMatchObject({ code });
});
