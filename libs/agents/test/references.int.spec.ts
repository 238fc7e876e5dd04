import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { graphBody } from './definitions.js';

const ours = { tenantId: 'org:demo', surface: 'classic' } as const;
let server: AgentsServer;
let mine: ReturnType<typeof definitionsOf>;
let id: string;

beforeAll(async () => {
  server = await startAgentsServer();
  mine = definitionsOf(server, administratorOf('demo'));
  ({ definitionId: id } = await mine.create('context_graph', 'Entered'));
  await mine.version('context_graph', id, graphBody());
  await mine.version('context_graph', id, graphBody('Long. '.repeat(20_000)));
});
afterAll(() => server.stop());

const reference = (changes: object = {}) => ({
  ...{ kind: 'context_graph' as const, id, loc: ['body', 'references', 'other'], version: 1, state: 'talk' },
  ...{ whenMissing: 'invalid_request' as const, ...changes },
});
const verify = (
  one: ReturnType<typeof reference>,
  place: Parameters<AgentsServer['references']['verify']>[0] = ours,
) => server.references.verify(place, [one], []);

describe('another graph that a graph enters', () => {
  it.each([
    ['the state', {}],
    ['the state in a version of the blob store', { version: 2 }],
    ['no state in particular', { state: undefined }],
  ])('given that its version has %s, then it may be entered', async (_what, changes) => {
    await expect(verify(reference(changes))).resolves.toBeUndefined();
  });

  it.each([
    ['a state that it does not have', { state: 'nowhere' }, /no state "nowhere"/],
    ['a version that it does not have', { version: 3 }, /no version 3/],
    ['an unknown graph', { id: 'f'.repeat(24) }, /body\.references\.other/],
    ['an id that is none', { id: 'a\u0000' }, /body\.references\.other/],
    ['another kind', { kind: 'agent' }, /no agent/],
  ])('given %s, then it is refused', async (_what, changes, message) => {
    await expect(verify(reference(changes))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });

  it('given one of another tenant, then it is refused like one that does not exist', async () => {
    const theirs = { tenantId: 'org:other', surface: 'classic' } as const;
    await expect(verify(reference(), theirs)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('given one that is deprecated, then it is refused, unless it was named before', async () => {
    const { definitionId } = await mine.create('context_graph', 'Deprecated');
    await mine.version('context_graph', definitionId, graphBody());
    await mine.retire('context_graph', definitionId);
    const late = reference({ id: definitionId });
    await expect(verify(late)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(server.references.verify(ours, [late], [late])).resolves.toBeUndefined();
  });
});
