import { keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { allRefused, definitionsOf } from './definitions-client.js';

const key = keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11');
let server: AgentsServer;
let platform: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  platform = definitionsOf(server, key);
});
afterAll(() => server.stop());

describe('endpoints of an integration', () => {
  const integration = async (name: string) =>
    (
      await platform.create('integration', name, {
        ...{ protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' },
      })
    ).definitionId;
  const endpoint = { description: 'Finds a customer', path: 'find' };

  it('are found below it alone, have names of their own there, and go with it', async () => {
    const [one, other] = [await integration('one'), await integration('other')];
    const { definitionId } = await platform.create('endpoint', 'find', endpoint, { parentId: one });
    await expect(platform.create('endpoint', 'find', endpoint, { parentId: one })).rejects.toMatchObject({
      code: 'conflict',
    });
    await platform.create('endpoint', 'find', endpoint, { parentId: other });
    expect(await platform.find('integration', one)).toMatchObject({ childCount: 1 });
    const attempts = [
      platform.find('endpoint', definitionId, other),
      platform.update('endpoint', definitionId, { parentId: other, description: 'x' }),
      platform.retire('endpoint', definitionId, other),
      platform.create('endpoint', 'lost', endpoint, { parentId: '99999999-9999-4999-8999-999999999999' }),
    ];
    await allRefused(attempts, 'not_found');
    const found = await platform.list('endpoint', { parentId: one, search: 'CUSTOMER' });
    expect(found.definitions.map(({ name }) => name)).toEqual(['find']);
    await platform.update('endpoint', definitionId, { parentId: one, description: 'Changed' });
    await platform.retire('integration', one);
    await allRefused(
      [
        platform.find('endpoint', definitionId, one),
        platform.update('endpoint', definitionId, { parentId: one, description: 'Late' }),
        platform.retire('endpoint', definitionId, one),
        platform.create('endpoint', 'late', endpoint, { parentId: one }),
      ],
      'not_found',
    );
    await expect(platform.list('endpoint', { parentId: one })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given auth without its secret, then it is refused and names the secret', async () => {
    const auth = { type: 'static_header', header_name: 'X-Key' };
    const { definitionId } = await platform.create('integration', 'plain', {
      ...{ protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' },
    });
    const needsSecret = { fields: [expect.objectContaining({ loc: ['body', 'secret_value'] })] };
    await expect(platform.update('integration', definitionId, { auth })).rejects.toMatchObject(needsSecret);
    await platform.update('integration', definitionId, { auth, secrets: { secret_value: 'x' } });
    await platform.update('integration', definitionId, { display_name: 'Kept' });
    const both = { auth: null, secrets: { secret_value: 'y' }, removedSecrets: ['secret_value'] };
    await expect(platform.update('integration', definitionId, both)).rejects.toMatchObject(needsSecret);
    await platform.update('integration', definitionId, { auth: null, removedSecrets: ['secret_value'] });
    await expect(platform.update('integration', definitionId, { auth })).rejects.toMatchObject(needsSecret);
  });

  it.each([
    ['base_url', { base_url: 'https://collector.example' }],
    ['base_url, in another scheme', { base_url: 'http://crm.example' }],
    [
      'token_url',
      {
        auth: {
          ...{
            type: 'oauth2_client_credentials',
            client_id: 'us',
            scopes: null,
            client_auth_method: 'basic',
          },
          token_url: 'https://collector.example/token',
        },
      },
    ],
  ])('given a new server in %s, then the secret has to be given again', async (what, change) => {
    const rest = { protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' };
    const auth = { type: 'static_header', header_name: 'X-Key' };
    const secrets = { secret_value: 'brass' };
    const name = `moved-${what.length}-${Object.keys(change)[0]}`;
    const { definitionId } = await platform.create('integration', name, { ...rest, auth }, { secrets });
    await expect(platform.update('integration', definitionId, change)).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'secret_value'], type: 'missing' })],
    });
    expect(JSON.parse((await platform.find('integration', definitionId)).bodyJson)).toMatchObject({
      base_url: 'https://crm.example',
      auth,
    });
    await platform.update('integration', definitionId, { base_url: 'https://crm.example/v2' });
    await platform.update('integration', definitionId, { ...change, secrets });
  });

  it('given an MCP server at another address, then the secret has to be given again; without auth it moves', async () => {
    const mcp = { protocol: 'mcp', display_name: 'CRM', mcp_url: 'https://mcp.example/mcp' };
    const secrets = { secret_value: 'brass' };
    const auth = { type: 'bearer_token' };
    const { definitionId } = await platform.create('integration', 'mcp-moved', { ...mcp, auth }, { secrets });
    const moved = { mcp_url: 'https://collector.example/mcp' };
    await expect(platform.update('integration', definitionId, moved)).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'secret_value'] })],
    });
    await platform.update('integration', definitionId, { ...moved, secrets });
    const open = await platform.create('integration', 'mcp-open', mcp);
    await expect(platform.update('integration', open.definitionId, moved)).resolves.toBeDefined();
  });

  it('given fields of the other protocol, then a change is refused, as it would be dropped', async () => {
    const mcp = { protocol: 'mcp', display_name: 'CRM', mcp_url: 'https://mcp.example/mcp' };
    const { definitionId } = await platform.create('integration', 'mcp-approved', mcp);
    const asked = platform.update('integration', definitionId, {
      approval_policy: 'all',
      display_name: 'New',
    });
    await expect(asked).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [expect.objectContaining({ loc: ['body', 'approval_policy'] })],
    });
    const rest = await integration('rest-not-mcp');
    const moved = platform.update('integration', rest, { mcp_url: 'https://mcp.example/mcp' });
    await expect(moved).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'mcp_url'] })],
    });
  });

  it('given a header that belongs to the connection, then it is refused before it is stored', async () => {
    const rest = { protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' };
    const auth = { type: 'static_header', header_name: 'Transfer-Encoding' };
    const mcp = { protocol: 'mcp', display_name: 'CRM', mcp_url: 'https://mcp.example/mcp' };
    const parentId = await integration('reserved');
    const secrets = { secret_value: 'x' };
    const headers = { Host: 'collector.example' };
    const attempts = [
      platform.create('integration', 'reserved-auth', { ...rest, auth }, { secrets }),
      platform.create('integration', 'reserved-mcp', { ...mcp, mcp_headers: headers }),
      platform.create('endpoint', 'reserved', { ...endpoint, headers }, { parentId }),
    ];
    await allRefused(attempts, 'validation_failed');
  });

  it('given an integration that a skill uses, or a managed one, then it is not deleted', async () => {
    const used = await integration('used');
    const skill = await platform.create('skill', 'finder', {
      ...{ name: 'Find', description: 'Finds', input_schema: {} },
      integration_tools: [{ integration: 'used', endpoint: 'find' }],
    });
    await expect(platform.retire('integration', used)).rejects.toMatchObject({ code: 'conflict' });
    await platform.retire('skill', skill.definitionId);
    await platform.update('integration', used, { managed: true });
    await expect(platform.retire('integration', used)).rejects.toMatchObject({ code: 'conflict' });
    await platform.update('integration', used, { managed: false });
    await expect(platform.retire('integration', used)).resolves.toEqual({});
  });
});
