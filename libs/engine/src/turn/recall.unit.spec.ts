import { actionState, graphOf, recallState } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays } from '../../test/turns.js';
import type { Wanted } from '../graph/context-graph.js';

const version = ['65f000000000000000000001', 3];

/** start → recall → end */
function recalling(wanted: Wanted): SteppedTurn {
  const graph = graphOf([
    actionState('start', { exitConditions: [{ description: 'go', nextState: 'recall' }] }),
    recallState('recall', wanted, 'end'),
    actionState('end'),
  ]);
  return new SteppedTurn(turnInput(graph, { currentState: 'start', input: userSays('on') }));
}

const queries = ['What do they like?', 'Where do they live?'];
const found = [
  ['What do they like?', 'They like whales.'],
  ['Where do they live?', ''],
];

describe('given a recall state with queries', () => {
  const recalled = () => recalling({ type: 'queries', queries }).begin(['go']);

  it('then they are looked up without a model, and the next message knows what was found', () => {
    const turn = recalled();
    expect(turn.outline()).toEqual(['model judge', 'tool recall_memories']);
    expect(turn.calls[0]).toMatchObject({ input: { queries }, effectKey: null, state: 'recall' });
    turn.returns(found);
    expect(turn.outline().slice(2)).toEqual(['model engage', 'commit turn outcome']);
    expect(turn.task('engage').tools?.calls).toEqual([
      expect.objectContaining({ tool: 'recall_memories', status: 'ended', result: found }),
    ]);
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('They like whales.');
  });

  it('then its actions tell the queries, what was found and the transition', () => {
    const { actions, result } = recalled().returns(found);
    expect(actions.slice(2)).toEqual([
      {
        type: 'navigate-state-machine-recall-state-static-queries-retrieved',
        static_queries: queries,
      },
      {
        type: 'navigate-state-machine-recall-state-active-memory-retrieved',
        queries_and_responses: found,
      },
      {
        type: 'navigate-state-machine-state-transitioned',
        prev_state: 'recall',
        prev_state_state_machine_version_info: version,
        next_state: 'end',
        next_state_state_machine_version_info: version,
      },
      { type: 'navigate-state-machine-action-state-action-selected', action: 'Action of end' },
    ]);
    expect(result.transitions.at(-1)).toMatchObject({ type: 'recall', queries });
  });

  it('when nothing can be looked up, then the turn goes on without', () => {
    const turn = recalled();
    const { id } = turn.last('call-tool');
    turn.feed({ type: 'tool-failed', id, failure: 'timeout', reason: 'It is slow.', durationMs: 1 });
    expect(turn.result.place.state).toBe('end');
    expect(turn.actions[3]).toEqual({
      type: 'navigate-state-machine-recall-state-active-memory-retrieved',
      queries_and_responses: [],
    });
  });
});

describe('given a recall state that wants information', () => {
  const wanted = { type: 'information', information: 'What they read last' } as const;

  it('then a model words the queries', () => {
    const turn = recalling(wanted).begin(['go'], ['{"queries":["Last book?"," ",7]}']);
    expect(turn.task('arguments').state.objective).toContain('What they read last');
    expect(turn.calls[0]?.input).toEqual({ queries: ['Last book?'] });
    turn.returns([['Last book?', 'Moby Dick']]);
    expect(turn.actions.slice(2, 4)).toEqual([
      {
        type: 'navigate-state-machine-recall-state-dynamic-queries-generated',
        dynamic_queries: ['Last book?'],
        requested_information: 'What they read last',
      },
      {
        type: 'navigate-state-machine-recall-state-active-memory-retrieved',
        queries_and_responses: [['Last book?', 'Moby Dick']],
      },
    ]);
    expect(turn.result.transitions.at(-1)).toMatchObject({ type: 'recall', queries: ['Last book?'] });
  });

  it.each(['no JSON', '{}', '{"queries":"one"}'])(
    'when the model says %s, then what is wanted is the query',
    (input) => {
      const turn = recalling(wanted).begin(['go'], [input]);
      expect(turn.calls[0]?.input).toEqual({ queries: ['What they read last'] });
    },
  );
});
