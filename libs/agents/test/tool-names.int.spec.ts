import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMcpToolServer, type McpToolServer } from '@svc/testing/tool-servers';
import { keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';

const workspace = '0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11';
const tenantId = `ws:${workspace}`;
const folder = mkdtempSync(path.join(tmpdir(), 'tool-names-'));
let server: AgentsServer;
let mcp: McpToolServer;
let platform: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  [server, mcp] = await Promise.all([
    startAgentsServer(),
    startMcpToolServer({ effectsFile: path.join(folder, 'mcp.jsonl'), furtherTools: ['desk__find'] }),
  ]);
  platform = definitionsOf(server, keyOf(workspace));
});
afterAll(async () => {
  await server.stop();
  await mcp.stop();
  rmSync(folder, { recursive: true });
});

describe('given an MCP server that lists a tool under the id of an endpoint', () => {
  const toolId = 'remote__desk__find';
  const described = async () => {
    const { tools, unknown } = await server.tools.describeTools({ tenantId, tools: [{ toolId }] });
    return [tools.map(({ description }) => description), unknown.map(({ reason }) => reason)];
  };
  let integrationId: string;
  beforeAll(async () => {
    await platform.create('integration', 'remote', {
      ...{ protocol: 'mcp', display_name: 'Remote', mcp_url: mcp.url },
    });
    ({ definitionId: integrationId } = await platform.create('integration', 'remote__desk', {
      ...{ protocol: 'rest', display_name: 'Desk', base_url: 'https://desk.example' },
    }));
    const endpoint = { description: 'Ours', path: 'find' };
    await platform.create('endpoint', 'find', endpoint, { parentId: integrationId });
  });

  it('then the endpoint is described, also in the list of all', async () => {
    expect(await described()).toEqual([['Ours'], []]);
    const all = { workspaceCaller: keyOf(workspace), onlyNamed: false, toolIds: [] };
    const { tools } = await server.tools.listTools(all);
    expect(tools.filter((tool) => tool.toolId === toolId).map(({ description }) => description)).toEqual([
      'Ours',
    ]);
    expect(tools.map((tool) => tool.toolId)).toContain('remote__find_openings');
  });

  it('then no tool of the server takes its place while it is disabled', async () => {
    await platform.update('integration', integrationId, { enabled: false });
    expect(await described()).toEqual([[], [expect.stringContaining('disabled')]]);
    await platform.update('integration', integrationId, { enabled: true });
  });
});
