import { compileGraph } from '@svc/definitions/classic';
import { omnipotent } from '@svc/testing';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn } from '../src/replay/replay-turn.js';
import { saysGoodbye, testGraph, testProfile, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { contextGraphId } from './peers.js';
import { eventsOf } from './storage.js';
import { all, begun, saying } from './turns.js';
import { hashOf } from './written-keys.js';

const otherId = 'c90000000000000000000002';
const query = 'What do they like?';
const visit = ['shelves.look', 'farewell'];

/** talk → (advice) recall → think → look, in another graph, which comes back to the farewell */
const graph = {
  ...testGraph,
  references: { shelves: [otherId, 4] },
  states: [
    ...testGraph.states.map((state) =>
      state.name === 'note'
        ? { type: 'recall', name: 'note', queries: [query], requested_information: null, next_state: 'think' }
        : state,
    ),
    {
      ...{ type: 'reflection', name: 'think', problem: 'What to recommend?', word_limit: 20 },
      ...{ next_state: visit, tool_call_specs: [], audio_fillers: [], audio_filler_triggered_after: 2 },
    },
  ],
};
const found = 'They have found a book';
const [talk, , , farewell] = testGraph.states;
const shelves = {
  ...testGraph,
  description: 'The shelves.',
  states: [
    { ...talk, name: 'look', exit_conditions: [{ description: found, next_state: 'left' }] },
    { ...farewell, name: 'left' },
  ],
  new_user_initial_state: 'look',
  returning_user_initial_state: 'look',
  terminal_state: 'left',
};

let library: Library;
let host: Host;
let conversationId: string;

beforeAll(async () => {
  const other = { contextGraphId: otherId, version: 4, contextGraphJson: JSON.stringify(shelves) };
  library = await openLibrary(graph, [other]);
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
  library.peers.memory.requests.length = 0;
  library.peers.memory.known.set('ada', ['Likes whales.']);
  conversationId = await begun(host);
});
afterAll(async () => {
  await library.close();
});

/** Says something after which the agent takes these ways. */
async function say(choices: readonly string[], messages: readonly (readonly string[])[], caller = {}) {
  host.model.choices = [...choices];
  host.model.messages = messages.map((message) => [...message]);
  return all(host.client.interact(saying(conversationId, 'Well,', caller)));
}

const actionsIn = (told: Awaited<ReturnType<typeof say>>) =>
  told.flatMap((event) => (event.$case === 'currentAgentAction' ? [JSON.stringify(event.value)] : []));

async function transitions() {
  return (await eventsOf(library, conversationId)).flatMap(({ type, data }) =>
    type === 'StateTransitioned' ? [data] : [],
  );
}

describe('given a graph with a recall, a reflection and a visit', () => {
  const advise = (caller = {}) => say([wantsAdvice], [['They like ', 'the sea.'], ['Look here.']], caller);

  it('then memory is asked for the query, and the message knows the answer and the thought', async () => {
    await advise();
    expect(library.peers.memory.requests).toMatchObject([{ userId: 'ada', query }]);
    const message = host.model.engaged.at(-1);
    expect(message?.task).toMatchObject({ type: 'engage', newThoughts: ['They like the sea.'] });
    expect(message?.messages.at(-1)?.content).toContain('Likes whales.');
  });

  it('then the log says where it went, and by what', async () => {
    await advise();
    expect(await transitions()).toMatchObject([
      { stateType: 'action', previousState: 'talk', nextState: 'note', nextGraphId: null },
      { stateType: 'recall', queries: [query], nextState: 'think' },
      {
        ...{ stateType: 'reflection', innerThoughtMessageId: expect.any(String) },
        ...{ previousGraphId: null, nextState: 'look', nextGraphId: otherId, nextGraphVersion: 4 },
      },
    ]);
  });

  it('then the next turn goes on in the other graph, and comes back at its end', async () => {
    await advise();
    await say([found], [['Goodbye.']]);
    expect((await transitions()).slice(3)).toMatchObject([
      { stateType: 'action', previousState: 'look', previousGraphId: otherId, nextGraphId: otherId },
      { stateType: 'jumpback', previousState: 'left', nextState: 'farewell', nextGraphId: null },
    ]);
    const events = await eventsOf(library, conversationId);
    expect(events.at(-1)).toMatchObject({ type: 'ConversationFinished', data: { reason: 'completed' } });
  });

  it('then each turn, replayed from the log alone, leaves identical events', async () => {
    await advise();
    await say([found], [['Goodbye.']]);
    const log = await library.store.readConversation(
      library.database,
      `org:demo/conversation/${conversationId}`,
    );
    const graphs = [{ version: [otherId, 4] as const, graph: compileGraph(shelves) }];
    const definition = { agent: testProfile, graph: compileGraph(graph), graphs };
    for (const turn of recordedTurns(log))
      expect(replayTurn(turn, { definition, hash: hashOf('org:demo', 'ada') })).toEqual({
        outcome: 'identical',
      });
  });

  it('when somebody else speaks for the user, then nothing of them is told', async () => {
    await advise({ caller: omnipotent('root') });
    expect(library.peers.memory.requests).toEqual([]);
    expect(host.model.engaged.at(-1)?.messages.at(-1)?.content).not.toContain('whales');
  });

  it('when the caller may see them, then the actions name the queries and the thought', async () => {
    const told = actionsIn(await advise({ caller: omnipotent('ada') })).join('\n');
    expect(told).toContain('recall-state-static-queries-retrieved');
    expect(told).toContain('reflection-state-reflection-generated');
    expect(told).toContain(otherId);
  });

  it('when memory is away, then the turn goes on without', async () => {
    library.peers.memory.state = 'refuses';
    try {
      await advise();
    } finally {
      library.peers.memory.state = 'here';
    }
    expect((await transitions()).map(({ stateType }) => stateType)).toContain('recall');
  });
});

it('without a visit the log names no graph', async () => {
  await say([saysGoodbye], [['Goodbye.']]);
  expect(JSON.stringify(await transitions())).not.toContain(contextGraphId);
});
