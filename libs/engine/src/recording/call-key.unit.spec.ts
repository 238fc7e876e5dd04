import { actionState, decisionState, exitsOf, graphOf } from '../../test/graphs.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import type { GraphState } from '../graph/context-graph.js';
import type { TurnRequest } from '../input/turn-request.js';
import type { RecordedCall } from '../protocol/recorded-call.js';

const exits = [{ description: 'The title is known', nextState: 'fork' }];
const graph = graphOf([
  actionState('desk', { exitConditions: exits, actionGuidelines: ['Be brief'] }),
  decisionState('fork', [
    { description: 'The book is in', nextState: 'shelf' },
    { description: 'The book is out', nextState: 'end' },
  ]),
  actionState('shelf', { exitConditions: [{ description: 'They have found it', nextState: 'end' }] }),
  actionState('end'),
]);
const turn = turnInput(graph, { currentState: 'desk', input: userSays('Moby Dick', ['A bell rings']) });
const choices = ['The title is known', 'The book is in', 'Action of shelf'];

async function taken(changes: Partial<TurnRequest>): Promise<readonly RecordedCall[]> {
  return (await takeTurn({ ...turn, ...changes }, new ScriptedModel({ choices }))).calls;
}

function withStates(change: (state: GraphState) => object): Partial<TurnRequest> {
  const states = turn.graph.states.map(change) as readonly GraphState[];
  return { graph: { ...turn.graph, states } };
}

const keysOf = (calls: readonly RecordedCall[]) => calls.map(({ id, callKey }) => [id, callKey]);
const requestsOf = (calls: readonly RecordedCall[]) => calls.map(({ requestHash }) => requestHash);

it('given states with one more field, then each call has the key and the request that it had', async () => {
  const before = await taken({});
  const after = await taken(withStates((state) => ({ ...state, laterField: [] })));
  expect(before).toHaveLength(4);
  expect(keysOf(after)).toEqual(keysOf(before));
  expect(requestsOf(after)).toEqual(requestsOf(before));
});

it.each<[string, Partial<TurnRequest>]>([
  ['a global guideline', { graph: { ...turn.graph, actionGuidelines: ['No jargon'] } }],
  ['a guideline for choices', { graph: { ...turn.graph, navigationGuidelines: ['Slow'] } }],
  ['a description', { graph: { ...turn.graph, description: 'Lends maps' } }],
  ['a guideline of a state', withStates((state) => ({ ...state, actionGuidelines: ['Be kind'] }))],
  ['an agent', { agent: { ...turn.agent, background: 'Has written every book.' } }],
])('given %s that has changed, then the recorded response to each call is found', async (_what, changes) => {
  const before = await taken({});
  const after = await taken(changes);
  expect(keysOf(after)).toEqual(keysOf(before));
  expect(requestsOf(after)).not.toEqual(requestsOf(before));
});

const another = { description: 'They ask for a map', nextState: 'end' };

it.each<[string, Partial<TurnRequest>]>([
  ['user input', { input: userSays('Emma', ['A bell rings']) }],
  ['an event before it', { input: userSays('Moby Dick') }],
  ['an objective', withStates((state) => ({ ...state, objective: 'Something else' }))],
  [
    'a choice',
    withStates((state) =>
      state.name === 'desk' ? { ...state, exitConditions: exitsOf([...exits, another]) } : state,
    ),
  ],
])('given %s that has changed, then there is no recorded response', async (_what, changes) => {
  const [before] = await taken({});
  const [after] = await taken(changes);
  expect(after?.callKey).not.toBe(before?.callKey);
});
