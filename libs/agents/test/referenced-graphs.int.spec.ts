import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { agentVersion, graphBody } from './definitions.js';

const tenantId = 'org:demo';
let server: AgentsServer;
let mine: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  mine = definitionsOf(server, administratorOf('demo'));
});
afterAll(async () => {
  await server.stop();
});

async function graphNamed(name: string, body: object): Promise<string> {
  const { definitionId } = await mine.create('context_graph', name);
  await mine.version('context_graph', definitionId, body);
  return definitionId;
}

/** talk → (other graph, back to end) */
function visiting(graphId: string) {
  const body = graphBody();
  const [talk, end] = body.states;
  const exit = { description: 'The user asks for more', next_state: ['other.talk', 'end'] };
  return {
    ...body,
    references: { other: [graphId, 1] },
    states: [{ ...talk, exit_conditions: [exit] }, end],
  };
}

describe('given a graph that leads into another one', () => {
  it('then a conversation gets both, and what the other one refers to', async () => {
    const innermost = await graphNamed('Innermost', graphBody());
    const inner = await graphNamed('Inner', visiting(innermost));
    const contextGraphId = await graphNamed('Outer', { ...visiting(inner), description: 'Outer.' });
    const { definitionId: agentId } = await mine.create('agent', 'Visitor');
    await mine.version('agent', agentId, agentVersion());
    const { definition } = await server.agents.getDefinition({
      ...{ tenantId, agentId, agentVersionNumber: 1 },
      ...{ contextGraphId, contextGraphVersionNumber: 1 },
    });
    expect(definition?.referencedGraphs.map(({ contextGraphId: id, version }) => [id, version])).toEqual([
      [inner, 1],
      [innermost, 1],
    ]);
    expect(JSON.parse(definition?.referencedGraphs[1]?.contextGraphJson ?? '')).toMatchObject({
      description: 'A talk.',
      references: {},
    });
  });
});
