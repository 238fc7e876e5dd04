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
import { graphWarnings } from './graph-warnings.js';

const warningsIn = (graph: Loose, isKnownTool = (_toolId: string) => true) =>
  graphWarnings(parsed(graph), isKnownTool);

it('given a graph with each kind of state, then there is nothing to say', () => {
  expect(warningsIn(everyKind())).toEqual([]);
});

it.each<[string, Loose, readonly string[]]>([
  [
    'a state that no way leads to',
    graphOf([actionState('a', [exit('end')]), actionState('b', [exit('end')]), actionState('end')]),
    ['states.1: "b" can\'t be reached from an initial state.'],
  ],
  [
    'a terminal state that is no action',
    graphOf([actionState('a', [exit('end')]), decisionState('end', 'a')]),
    ['terminal_state: "end" is a state of type decision, not action.'],
  ],
  [
    'decisions that lead round',
    graphOf(
      [
        actionState('a', [exit('b')]),
        decisionState('b', 'c', 'end'),
        annotationState('c', 'b'),
        decisionState('d', 'a', 'end'),
        actionState('end'),
      ],
      { returning_user_initial_state: 'd' },
    ),
    ['states.1: decision "b" can lead round and round before the agent speaks.'],
  ],
  [
    'a choice among nothing',
    graphOf([
      dataCollectionState('a', 'end', { fields: [{ key: 'k', type: 'select', label: 'Which?' }] }),
      actionState('end'),
    ]),
    ['states.0.fields.0: field "k" has no options to choose from.'],
  ],
  [
    'a decision that is to wait',
    graphOf([
      actionState('a', [exit('b')]),
      { ...decisionState('b', 'end'), wait_for: 'human_approval' },
      actionState('end'),
    ]),
    ['states.1: wait_for of decision "b" has no effect.'],
  ],
  [
    'forms that can not be made',
    graphOf([
      actionState('a', [exit('b')], { wait_for: 'surface_submission' }),
      actionState('b', [exit('c')], { wait_for: 'surface_submission', surface_spec_template: form('photo') }),
      actionState('c', [exit('end')], {
        wait_for: 'surface_submission',
        surface_spec_template: form('text'),
      }),
      actionState('end'),
    ]),
    [
      'states.0.surface_spec_template: no form can be made of it: fields: Invalid input: expected array, received undefined',
      'states.1.surface_spec_template: no form can be made of it: fields.0.field_type: photo is not served: forms take no uploads',
    ],
  ],
])('given %s, then a warning says so', (_what, graph, warnings) => {
  expect(warningsIn(graph)).toEqual(warnings);
});

it('given a tool that is not there yet, then a warning names its place', () => {
  const graph = graphOf([
    actionState('a', [exit('end')], {
      preload: [{ tool_id: 'known' }, { tool_id: 'unknown' }],
      action_tool_call_specs: [{ tool_id: 'unknown' }],
    }),
    actionState('end'),
  ]);
  expect(warningsIn(graph, (toolId) => toolId === 'known')).toEqual([
    'states.0.action_tool_call_specs.0.tool_id: there is no tool "unknown" yet.',
    'states.0.preload.1.tool_id: there is no tool "unknown" yet.',
  ]);
});

it('given a built-in tool, then there is nothing to say', () => {
  const preload = [{ tool_id: 'request_operator', params: { reason: 'A crisis word.' } }];
  const graph = graphOf([actionState('a', [exit('end')], { preload }), actionState('end')]);
  expect(warningsIn(graph, () => false)).toEqual([]);
});

function form(fieldType: string) {
  return { fields: [{ key: 'k', label: 'K', field_type: fieldType }] };
}
