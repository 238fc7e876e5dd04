import {
  actionState,
  annotationState,
  dataCollectionState,
  decisionState,
  everyKind,
  exit,
  graphOf,
  parsed,
  type Loose,
} from '../../../test/platform-graphs.js';
import { brokenRules } from './graph-rules.js';

const rights = { allowsEphemeral: false };
const ephemeral = [{ tool_id: 'a', result_persistence: 'ephemeral' }];

function errorsIn(graph: Loose, given = rights): Record<string, string> {
  return Object.fromEntries(brokenRules(parsed(graph), given).map(({ loc, msg }) => [loc.join('.'), msg]));
}

it('given a graph with each kind of state, then no rule is broken', () => {
  expect(errorsIn(everyKind())).toEqual({});
});

describe('given a broken rule, then state and field are named', () => {
  const cases: readonly [rule: string, graph: Loose, at: string, message: RegExp][] = [
    ['no state', graphOf([], { ...nowhere() }), 'body.states', /at least one/],
    [
      'two states of one name',
      graphOf([actionState('a', [exit('end')]), actionState('a', [exit('end')]), actionState('end')]),
      'body.states.1.name',
      /already named/,
    ],
    [
      'an unknown state for new users',
      { ...everyKind(), new_user_initial_state: 'x' },
      'body.new_user_initial_state',
      /no state "x"/,
    ],
    [
      'an unknown state for returning users',
      { ...everyKind(), returning_user_initial_state: 'x' },
      'body.returning_user_initial_state',
      /no state "x"/,
    ],
    [
      'an unknown terminal state',
      { ...everyKind(), terminal_state: 'x' },
      'body.terminal_state',
      /no state "x"/,
    ],
    [
      'an exit that leads nowhere',
      graphOf([actionState('a', [exit('end'), exit('x')]), actionState('end')]),
      'body.states.0.exit_conditions.1.next_state',
      /no state "x"/,
    ],
    [
      'an annotation that leads nowhere',
      graphOf([actionState('a', [exit('b')]), annotationState('b', 'x'), actionState('end')]),
      'body.states.1.next_state',
      /no state "x"/,
    ],
    [
      'a collection that leads nowhere',
      graphOf([dataCollectionState('a', 'x'), actionState('end')]),
      'body.states.0.on_complete',
      /no state "x"/,
    ],
    [
      'a decision without an exit',
      graphOf([actionState('a', [exit('b')]), decisionState('b'), actionState('end')]),
      'body.states.1.exit_conditions',
      /needs an exit/,
    ],
    [
      'an action without an exit that is not the terminal state',
      graphOf([actionState('a'), actionState('end')]),
      'body.states.0.exit_conditions',
      /needs an exit/,
    ],
    [
      'annotations that only lead to one another',
      graphOf([
        actionState('a', [exit('b'), exit('end')]),
        annotationState('b', 'c'),
        annotationState('c', 'b'),
        actionState('end'),
      ]),
      'body.states.1.next_state',
      /no state in which the agent speaks/,
    ],
    [
      'a decision that only leads to itself',
      graphOf([actionState('a', [exit('b')]), decisionState('b', 'b'), actionState('end')]),
      'body.states.1.exit_conditions.0.next_state',
      /no state in which the agent speaks/,
    ],
    [
      'a collection of nothing',
      graphOf([dataCollectionState('a', 'end', { fields: [] }), actionState('end')]),
      'body.states.0.fields',
      /at least one field/,
    ],
    [
      'two fields of one key',
      graphOf([
        dataCollectionState('a', 'end', {
          fields: ['day', 'day'].map((key) => ({ key, type: 'date', label: 'The day' })),
        }),
        actionState('end'),
      ]),
      'body.states.0.fields.1.key',
      /already has the key/,
    ],
    [
      'a binding that is no value of the session and no tool',
      graphOf([
        actionState('a', [exit('end')], {
          action_tool_call_specs: [
            { tool_id: 'a', context_bindings: ['caller_mrn', 'b', 'patient'] },
            { tool_id: 'b' },
          ],
        }),
        actionState('end'),
      ]),
      'body.states.0.action_tool_call_specs.0.context_bindings.2',
      /"patient" is neither/,
    ],
    [
      'ephemeral results without Platform authoring',
      graphOf([
        actionState('a', [exit('end')], { exit_condition_tool_call_specs: ephemeral }),
        actionState('end'),
      ]),
      'body.states.0.exit_condition_tool_call_specs.0.result_persistence',
      /Platform authoring/,
    ],
  ];

  it.each(cases)('%s', (_rule, graph, at, message) => {
    expect(errorsIn(graph)).toMatchObject({ [at]: expect.stringMatching(message) });
  });
});

it('a decision may lead back to itself if it also leads out, and so may an action', () => {
  const graph = graphOf([
    actionState('a', [exit('a'), exit('b')]),
    decisionState('b', 'b', 'end'),
    actionState('end'),
  ]);
  expect(errorsIn(graph)).toEqual({});
});

it('a terminal state of another type ends the session, so whatever leads there leads out', () => {
  const graph = graphOf([actionState('a', [exit('end')]), annotationState('end', 'end')]);
  expect(errorsIn(graph)).toEqual({});
});

it('given Platform authoring, then results may be ephemeral', () => {
  const graph = graphOf([
    dataCollectionState('a', 'end', { tool_call_specs: ephemeral }),
    actionState('end', [], { action_tool_call_specs: ephemeral }),
  ]);
  expect(Object.keys(errorsIn(graph))).toHaveLength(2);
  expect(errorsIn(graph, { allowsEphemeral: true })).toEqual({});
});

function nowhere(): Loose {
  return { new_user_initial_state: 'x', returning_user_initial_state: 'x', terminal_state: 'x' };
}
