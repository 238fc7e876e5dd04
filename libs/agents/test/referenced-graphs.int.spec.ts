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

  it('given more graphs than a conversation reads, then the version is refused, as none could begin with it', async () => {
    const { definitionId } = await mine.create('context_graph', 'Many versions');
    for (let count = 0; count < 51; count += 1)
      await mine.version('context_graph', definitionId, graphBody());
    const outer = await mine.create('context_graph', 'Too far');
    const leadingTo = (count: number) => {
      const further = Array.from({ length: count - 1 }, (_, at) => [`r${at}`, [definitionId, at + 2]]);
      const body = visiting(definitionId);
      return { ...body, references: { ...body.references, ...Object.fromEntries(further) } };
    };
    await expect(mine.version('context_graph', outer.definitionId, leadingTo(51))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(mine.version('context_graph', outer.definitionId, leadingTo(50))).resolves.toBeDefined();
  });
});
