import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHttpToolServer, type HttpToolServer } from '@svc/testing/tool-servers';
import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { booking, bookingSchema, runTool } from './booking-tool.js';
import { definitionsOf } from './definitions-client.js';

const folder = mkdtempSync(path.join(tmpdir(), 'run-classic-tool-'));
const secret = 'brass-key-of-the-clinic';
let server: AgentsServer;
let http: HttpToolServer;
let classic: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  const effectsFile = path.join(folder, 'http.jsonl');
  [server, http] = await Promise.all([startAgentsServer(), startHttpToolServer({ effectsFile })]);
  classic = definitionsOf(server, administratorOf('demo'));
});
afterAll(async () => {
  await server.stop();
  await http.stop();
  rmSync(folder, { recursive: true });
});

describe('a tool of an organization', () => {
  const org = 'org:demo';
  let toolId: string;
  beforeAll(async () => {
    ({ definitionId: toolId } = await classic.create(
      'tool',
      'book',
      { description: 'Books', envvars: { PLACE: 'Berlin' } },
      { secrets: { KEY: secret } },
    ));
    const version = {
      base_url: http.url,
      path: 'appointments',
      input_schema: bookingSchema,
      headers: { 'x-key': '{{KEY}}', 'x-user': '{{USER}}' },
      static_body_fields: { place: '{{PLACE}}' },
    };
    for (const bump_type of ['major', 'minor', 'major'])
      await classic.version('tool', toolId, { ...version, bump_type });
    await classic.retireVersions('tool', toolId, '2.0.0');
  });

  it.each([
    [undefined, '1.1.0'],
    ['==1.0.*', '1.0.0'],
    ['>=2', undefined],
  ])('given the constraint %s, then its version is %s', async (versionConstraint, version) => {
    const { tools, unknown } = await server.tools.describeTools({
      tenantId: org,
      tools: [{ toolId, versionConstraint }],
    });
    expect(tools.map((tool) => tool.version)).toEqual(version === undefined ? [] : [version]);
    expect(unknown).toHaveLength(version === undefined ? 1 : 0);
  });

  it('is called in the version that was described, with its variables, its secrets and those of the call', async () => {
    const outcome = await runTool(server, {
      tenantId: org,
      toolId,
      version: '2.0.0',
      secretVariables: { USER: 'user-of-the-call', KEY: 'not this one' },
    });
    expect(outcome).toMatchObject({ type: 'ended' });
    const request = http.requests.at(-1);
    expect(request?.headers).toMatchObject({ 'x-key': secret, 'x-user': 'user-of-the-call' });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ place: 'Berlin' });
  });

  it('is invoked by who may invoke it', async () => {
    const call = {
      toolId,
      inputJson: JSON.stringify(booking),
      variables: {},
      secretVariables: { USER: 'one' },
      dryRun: false,
    };
    const caller = administratorOf('demo');
    expect(await server.tools.testTool({ ...call, caller })).toMatchObject({
      outcome: { type: 'ended' },
      tool: { version: '1.1.0' },
    });
    await expect(server.tools.testTool({ ...call, caller: { ...caller, grants: [] } })).rejects.toMatchObject(
      {
        code: 'permission_denied',
      },
    );
    for (const versionConstraint of ['==9.9.9', '==2.0.0'])
      await expect(server.tools.testTool({ ...call, caller, versionConstraint })).rejects.toMatchObject({
        code: 'not_found',
      });
    const elsewhere = administratorOf('other');
    await expect(server.tools.testTool({ ...call, caller: elsewhere })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
