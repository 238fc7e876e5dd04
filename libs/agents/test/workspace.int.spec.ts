import { isResourceId, isUuid } from '@svc/kernel';
import { startAgentsServer, type AgentsServer } from './agents-server.js';
import { platformGraph } from './kinds.js';
import { seedRequest } from './definitions.js';

const tenantId = 'ws:0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11';
let server: AgentsServer;

beforeAll(async () => {
  server = await startAgentsServer();
});
afterAll(() => server.stop());

it('given a workspace, then its definitions have ids of its form, and resolve', async () => {
  const { agentId, contextGraphId, serviceId } = await server.admin.seedDefinitions(
    seedRequest(tenantId, 'Front desk', platformGraph),
  );
  for (const id of [agentId, contextGraphId, serviceId]) {
    expect(isUuid(id)).toBe(true);
    expect(isResourceId(tenantId, id)).toBe(true);
  }
  const resolve = (changes: object) =>
    server.agents.resolveDefinition({ tenantId, serviceId, versionSetName: 'release', ...changes });
  expect((await resolve({})).pins).toMatchObject({ agentId, contextGraphId, agentVersionNumber: 1 });
  await expect(resolve({ serviceId: 'f'.repeat(24) })).rejects.toMatchObject({ code: 'not_found' });
});
