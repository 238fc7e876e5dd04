import { actionState, annotationState, decisionState, graphOf } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { placeOf, turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { Place, StateName } from '../graph/context-graph.js';
import type { LoadedGraph } from '../input/turn-request.js';

const own = ['65f000000000000000000001', 3] as const;
const other = ['65f000000000000000000002', 1] as const;
const inner = ['65f000000000000000000003', 5] as const;

/** start → (other.) ask → end → back → goodbye */
const graph = graphOf(
  [
    actionState('start', {
      exitConditions: [
        { description: 'visit', nextState: { reference: 'other', state: 'ask', backTo: 'back' } },
        { description: 'pass', nextState: { reference: 'other', state: 'pass', backTo: 'back' } },
        { description: 'deep', nextState: { reference: 'other', state: 'deep', backTo: 'back' } },
      ],
    }),
    actionState('back', { exitConditions: [{ description: 'done', nextState: 'goodbye' }] }),
    actionState('goodbye'),
  ],
  { references: { other }, description: 'The own graph.' },
);

const graphs: readonly LoadedGraph[] = [
  {
    version: other,
    graph: graphOf(
      [
        actionState('ask', { exitConditions: [{ description: 'answered', nextState: 'end' }] }),
        annotationState('pass', 'Nothing to ask.', 'end'),
        decisionState('deep', [
          { description: 'deeper', nextState: { reference: 'inner', state: 'one', backTo: 'end' } },
        ]),
        actionState('end'),
      ],
      { references: { inner }, description: 'The other graph.', actionGuidelines: ['Be short'] },
    ),
  },
  {
    version: inner,
    graph: graphOf([
      actionState('one', { exitConditions: [{ description: 'go', nextState: 'two' }] }),
      actionState('two'),
    ]),
  },
];

const inOther = (state: StateName): Place => ({ graph: other, state });

function turnFrom(choices: readonly string[], changes: TurnChanges = {}): SteppedTurn {
  const request = turnInput(graph, { currentState: 'start', input: userSays('on'), graphs, ...changes });
  return new SteppedTurn(request).begin(choices);
}

describe('given an exit into another graph', () => {
  it('then the walk goes on in its state, and the turn says where to come back to', () => {
    const { result, actions } = turnFrom(['visit']);
    expect(result).toMatchObject({
      place: inOther('ask'),
      returns: [placeOf('back')],
      conversationCompleted: false,
    });
    expect(actions.slice(0, 2)).toEqual([
      {
        type: 'navigate-state-machine-exit-condition-selected',
        exit_condition: 'visit',
        next_state_state_machine_version_info: other,
        next_state_name: 'ask',
      },
      {
        type: 'navigate-state-machine-state-transitioned',
        prev_state: 'start',
        prev_state_state_machine_version_info: own,
        next_state: 'ask',
        next_state_state_machine_version_info: other,
      },
    ]);
    expect(result.transitions).toEqual([
      {
        type: 'action',
        exitCondition: 'visit',
        ...{ previousState: 'start', previousGraphVersion: own },
        ...{ nextState: 'ask', nextGraphVersion: other },
      },
    ]);
  });

  it('then what is said there follows that graph', () => {
    const task = turnFrom(['visit']).task('engage');
    expect(task.graph.description).toBe('The other graph.');
    expect(task.guidelines).toEqual(['Be short']);
  });
});

describe('given a conversation in another graph', () => {
  const there = { place: inOther('ask'), returns: [placeOf('back')] } as const;

  it('when its terminal state is reached, then the walk jumps back without a message of it', () => {
    const { result } = turnFrom(['answered'], there);
    expect(result.place).toEqual(placeOf('back'));
    expect(result).not.toHaveProperty('returns');
    expect(result.transitions).toEqual([
      {
        type: 'action',
        exitCondition: 'answered',
        ...{ previousState: 'ask', previousGraphVersion: other },
        ...{ nextState: 'end', nextGraphVersion: other },
      },
      {
        type: 'jumpback',
        ...{ previousState: 'end', previousGraphVersion: other },
        ...{ nextState: 'back', nextGraphVersion: own },
      },
    ]);
    expect(result.message).toBe('Well.');
    expect(result.engagement.state).toBe('back');
  });

  it('when the turn stays, then it still says where to come back to', () => {
    expect(turnFrom(['Action of ask'], there).result).toMatchObject({
      place: inOther('ask'),
      returns: there.returns,
    });
  });

  it('when the graph is not loaded, then the turn fails', () => {
    expect(turnFrom([], { ...there, graphs: [] }).last('end-turn').end).toMatchObject({
      outcome: 'failed',
      failure: { kind: 'unknown_state' },
    });
  });
});

it('a visit may pass through and come back within one turn', () => {
  const { result } = turnFrom(['pass', 'done']);
  expect(result.transitions.map(({ type, nextState }) => [type, nextState])).toEqual([
    ['action', 'pass'],
    ['annotation', 'end'],
    ['jumpback', 'back'],
    ['action', 'goodbye'],
  ]);
  expect(result.conversationCompleted).toBe(true);
});

it('a visit may lead on into a third graph, and comes back through both', () => {
  const { result } = turnFrom(['deep']);
  expect(result).toMatchObject({
    place: { graph: inner, state: 'one' },
    returns: [placeOf('back'), inOther('end')],
  });
  const { place, returns = [] } = result;
  const next = turnFrom(['go'], { place, returns }).result;
  expect(next.transitions.map(({ type, nextState }) => [type, nextState])).toEqual([
    ['action', 'two'],
    ['jumpback', 'end'],
    ['jumpback', 'back'],
  ]);
  expect(next.place).toEqual(placeOf('back'));
});
