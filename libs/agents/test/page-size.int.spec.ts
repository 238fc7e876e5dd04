import { administratorOf, keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';

let server: AgentsServer;
let mine: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  mine = definitionsOf(server, administratorOf('demo'));
});
afterAll(() => server.stop());

/** As their tables say: bodies of this size would make the test slow. */
async function asLargeAs(bytes: number, table: 'definition' | 'definition_version'): Promise<void> {
  await server.database.pool.query(`UPDATE agents.${table} SET body_size_bytes = ${bytes}`);
}

describe('given bodies that are too large together for one response', () => {
  const large = 9 * 1_024 * 1_024;

  it('then a page of definitions ends early, and the next one goes on there', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) await mine.create('tool', name, { description: 'Looks up' });
    await asLargeAs(large, 'definition');
    const first = await mine.list('tool');
    expect(first.definitions.map(({ name }) => name)).toEqual(names.slice(0, 2));
    expect(first.page).toEqual({ hasMore: true, nextOffset: 2 });
    const next = await mine.list('tool', { page: { limit: 100, offset: 2 } });
    expect(next.definitions.map(({ name }) => name)).toEqual(['three']);
    expect(next.page).toMatchObject({ hasMore: false });
  });

  it('then a page of versions does so too, and each is found alone', async () => {
    const { definitionId } = await mine.create('tool', 'versions', { description: 'Looks up' });
    const call = { base_url: 'https://api.example', path: 'find' };
    for (let count = 0; count < 3; count += 1) await mine.version('tool', definitionId, call);
    await asLargeAs(large * 2, 'definition_version');
    const { versions, page } = await mine.listVersions('tool', definitionId);
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect(page).toEqual({ hasMore: true, nextOffset: 1 });
    expect(await mine.findVersion('tool', definitionId, 3)).toMatchObject({ version: 3 });
  });

  it('then tools that are asked for together say so beyond them, and are found alone', async () => {
    const workspace = '0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11';
    const platform = definitionsOf(server, keyOf(workspace));
    const { definitionId: parentId } = await platform.create('integration', 'crm', {
      ...{ protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' },
    });
    for (const name of ['find', 'give'])
      await platform.create('endpoint', name, { description: 'x', path: 'x' }, { parentId });
    await asLargeAs(large, 'definition');
    const describeTools = async (...toolIds: string[]) => {
      const tools = toolIds.map((toolId) => ({ toolId }));
      const described = await server.tools.describeTools({ tenantId: `ws:${workspace}`, tools });
      return [described.tools.map(({ toolId }) => toolId), described.unknown];
    };
    expect(await describeTools('crm__find', 'crm__give')).toEqual([
      ['crm__find'],
      [{ toolId: 'crm__give', reason: expect.stringContaining('too long') }],
    ]);
    expect(await describeTools('crm__give')).toEqual([['crm__give'], []]);
  });
});
