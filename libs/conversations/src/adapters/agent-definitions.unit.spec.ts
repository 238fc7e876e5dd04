import { agentDefinition, testGraph } from '../../test/definitions.js';
import type { ConversationPins } from '../domain/conversation-identity.js';
import { agentDefinitions, type AgentsClient } from './agent-definitions.js';

const pins: ConversationPins = {
  versionSetName: 'release',
  agentId: 'a90000000000000000000001',
  agentVersionNumber: 1,
  contextGraphId: 'c90000000000000000000001',
  contextGraphVersionNumber: 1,
  llmModelPreferences: [],
};

/** The agents context. The background of an agent tells whose definition it is. */
function agentsOf(asked: string[], behaviors: readonly string[] = []): AgentsClient {
  const definitionFor = (tenantId: string) => ({
    agent: { ...agentDefinition, background: `Works for ${tenantId}.`, behaviors: [...behaviors] },
    contextGraphJson: JSON.stringify(testGraph),
    referencedGraphs: [],
  });
  return {
    getDefinition: ({ tenantId, agentVersionNumber }) => {
      asked.push(`${tenantId} ${agentVersionNumber}`);
      return Promise.resolve({ definition: definitionFor(tenantId) });
    },
    resolveDefinition: ({ tenantId, serviceId }) =>
      Promise.resolve({
        pins: { ...pins, serviceId, llmModelPreferences: [] },
        definition: definitionFor(tenantId),
      }),
  };
}

describe('definitions', () => {
  it('given the same pins again, are fetched once', async () => {
    const asked: string[] = [];
    const definitions = agentDefinitions(agentsOf(asked));
    const first = await definitions.get('org:demo', pins);
    expect(await definitions.get('org:demo', pins)).toBe(first);
    await definitions.get('org:demo', { ...pins, agentVersionNumber: 2 });
    expect(asked).toEqual(['org:demo 1', 'org:demo 2']);
  });

  it('given more of them than the cache holds, are fetched again, however their size is divided', async () => {
    const asked: string[] = [];
    const definitions = agentDefinitions(agentsOf(asked, ['x'.repeat(6_000_000)]));
    for (const agentVersionNumber of [1, 2, 3, 1])
      await definitions.get('org:demo', { ...pins, agentVersionNumber });
    expect(asked).toEqual(['org:demo 1', 'org:demo 2', 'org:demo 3', 'org:demo 1']);
  });

  it('given the same pins in another tenant, are those of that tenant', async () => {
    const definitions = agentDefinitions(agentsOf([]));
    const backgroundFor = async (tenantId: 'org:demo' | 'org:other') =>
      (await definitions.get(tenantId, pins)).agent.background;
    expect(await backgroundFor('org:demo')).toBe('Works for org:demo.');
    expect(await backgroundFor('org:other')).toBe('Works for org:other.');
    const resolved = await definitions.resolve('org:other', 's1', 'release');
    expect(resolved.definition.agent.background).toBe('Works for org:other.');
  });
});
