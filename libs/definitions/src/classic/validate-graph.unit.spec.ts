import { DomainError } from '@svc/errors';
import {
  actionState,
  annotationState,
  decisionState,
  everyKind,
  graphOf,
  references,
  toolCallSpec,
  type LooseGraph,
} from '../../test/classic-graphs.js';
import { parseGraph, validateGraph } from './validate-graph.js';

/** A small valid graph: start → fork → (note →) end. */
function validGraph(): LooseGraph {
  return graphOf([
    actionState('start', { exit_conditions: [{ description: 'The user is ready', next_state: 'fork' }] }),
    decisionState('fork', [
      { description: 'The user is in a hurry', next_state: 'end' },
      { description: 'Otherwise', next_state: 'note' },
    ]),
    annotationState('note', 'There is time.', 'end'),
    actionState('end'),
  ]);
}

function messagesAt(graph: unknown): Record<string, string> {
  return Object.fromEntries(validateGraph(graph).map((error) => [error.loc.join('.'), error.msg]));
}

describe('given a graph that keeps every rule', () => {
  it('then nothing is reported, and it parses to itself', () => {
    expect(validateGraph(validGraph())).toEqual([]);
    expect(parseGraph(validGraph())).toEqual(validGraph());
  });

  it('when it has each kind of state, tools and a visit, then too', () => {
    expect(validateGraph(everyKind())).toEqual([]);
    expect(parseGraph(everyKind())).toEqual(everyKind());
  });

  it('then texts are trimmed and unknown keys are dropped', () => {
    const parsed = parseGraph({ ...validGraph(), description: '  A graph. ', colour: 'red' });
    expect(parsed.description).toBe('A graph.');
    expect(parsed).not.toHaveProperty('colour');
  });
});

describe('given a graph with one broken rule, then the field is named', () => {
  const cases: readonly [rule: string, change: (graph: LooseGraph) => void, at: string, message: RegExp][] = [
    [
      'an action state without actions',
      (g) => (g.states[0]!['actions'] = []),
      'body.states.0.actions',
      /at least one action/,
    ],
    ['a blank text', (g) => (g.states[0]!['objective'] = '  '), 'body.states.0.objective', /./],
    [
      'an action too long for an event',
      (g) => (g.states[0]!['actions'] = ['a'.repeat(4_001)]),
      'body.states.0.actions.0',
      /at most 4000/,
    ],
    [
      'an exit condition too long for an event',
      (g) => (g.states[0]!['exit_conditions'] = [{ description: 'a'.repeat(4_001), next_state: 'end' }]),
      'body.states.0.exit_conditions.0.description',
      /at most 4000/,
    ],
    [
      'an inner thought too long for an event',
      (g) => (g.states[2]!['inner_thought'] = 'a'.repeat(16_001)),
      'body.states.2.inner_thought',
      /at most 16000/,
    ],
    [
      'more actions than a model is shown',
      (g) => (g.states[0]!['actions'] = Array.from({ length: 101 }, () => 'Ask')),
      'body.states.0.actions',
      /at most 100/,
    ],
    [
      'more exits than a model is shown',
      (g) =>
        (g.states[1]!['exit_conditions'] = Array.from({ length: 101 }, () => ({
          description: 'x',
          next_state: 'end',
        }))),
      'body.states.1.exit_conditions',
      /at most 100/,
    ],
    [
      'more guidelines than a model is shown',
      (g) => (g.global_action_guidelines = Array.from({ length: 101 }, () => 'Be brief.')),
      'body.global_action_guidelines',
      /at most 100/,
    ],
    [
      'too many states',
      (g) => g.states.push(...Array.from({ length: 500 }, (_, i) => annotationState(`n${i}`, 'Hm.', 'end'))),
      'body.states',
      /at most 500/,
    ],
    [
      'a name too long for an event',
      (g) => (g.states[3]!['name'] = 'a'.repeat(201)),
      'body.states.3.name',
      /at most 200/,
    ],
    ['an illegal state name', (g) => (g.states[0]!['name'] = 'a b'), 'body.states.0.name', /letters, digits/],
    [
      'an unknown type',
      (g) => (g.states[2]!['type'] = 'data_collection'),
      'body.states.2.type',
      /action, decision, recall, annotation, reflection, tool-call/,
    ],
    [
      'a next state that does not exist',
      (g) => (g.states[2]!['next_state'] = 'nowhere'),
      'body.states.2.next_state',
      /no state "nowhere"/,
    ],
    [
      'a state that leads to itself',
      (g) => (g.states[0]!['exit_conditions'] = [{ description: 'x', next_state: 'start' }]),
      'body.states.0.exit_conditions.0.next_state',
      /can't lead to itself/,
    ],
    [
      'a jump into a graph that is not referred to',
      (g) => (g.states[2]!['next_state'] = ['other.begin', 'end']),
      'body.states.2.next_state.0',
      /"other" is not among the references/,
    ],
    [
      'a reference to what is no id of a graph',
      (g) => (g.references = { other: ['a', 1] }),
      'body.references.other.0',
      /24 hexadecimal digits/,
    ],
    [
      'a tool that is no id',
      (g) => (g.states[0]!['action_tool_call_specs'] = [toolCallSpec({ tool_id: 'x' })]),
      'body.states.0.action_tool_call_specs.0.tool_id',
      /24 hexadecimal digits/,
    ],
    [
      'a version constraint of another form',
      (g) =>
        (g.states[0]!['exit_condition_tool_call_specs'] = [toolCallSpec({ version_constraint: 'newest' })]),
      'body.states.0.exit_condition_tool_call_specs.0.version_constraint',
      /specifier/,
    ],
    [
      'a terminal state with an exit',
      (g) => (g.states[3]!['exit_conditions'] = [{ description: 'x', next_state: 'start' }]),
      'body.states.3.exit_conditions',
      /terminal state has no exit/,
    ],
    [
      'a terminal state with two actions',
      (g) => (g.states[3]!['actions'] = ['one', 'two']),
      'body.states.3.actions',
      /exactly one action/,
    ],
    [
      'an initial passthrough state',
      (g) => (g.new_user_initial_state = 'fork'),
      'body.new_user_initial_state',
      /not an action/,
    ],
    [
      'an unknown initial state',
      (g) => (g.returning_user_initial_state = 'x'),
      'body.returning_user_initial_state',
      /not an action/,
    ],
    ['an unknown terminal state', (g) => (g.terminal_state = 'x'), 'body.terminal_state', /not an action/],
    [
      'a missing field',
      (g) => delete g.states[1]!['decision_guidelines'],
      'body.states.1.decision_guidelines',
      /./,
    ],
    [
      'a decision without exits',
      (g) => (g.states[1]!['exit_conditions'] = []),
      'body.states.1.exit_conditions',
      /at least one/,
    ],
    [
      'a filler that waits too long',
      (g) => (g.states[1]!['audio_filler_triggered_after'] = 11),
      'body.states.1.audio_filler_triggered_after',
      /./,
    ],
    [
      'two states of one name',
      (g) => g.states.push(actionState('end')),
      'body.states.4.name',
      /already named/,
    ],
  ];

  it.each(cases)('%s', (_rule, change, at, message) => {
    const graph = validGraph();
    change(graph);
    expect(messagesAt(graph)).toEqual({ [at]: expect.stringMatching(message) });
    expect(() => parseGraph(graph)).toThrow(DomainError);
  });

  it('passthrough states that only lead to one another', () => {
    const graph = validGraph();
    graph.states.push(annotationState('here', 'x', 'there'), annotationState('there', 'x', 'here'));
    expect(messagesAt(graph)).toEqual({
      'body.states.4': expect.stringMatching(/no action state can be reached/),
      'body.states.5': expect.stringMatching(/no action state can be reached/),
    });
  });
});

it('a missing field differs from a wrong one, and `loc` begins where the caller says', () => {
  const graph = validGraph();
  delete graph.states[1]!['objective'];
  graph.states[2]!['inner_thought'] = 7;
  expect(validateGraph(graph, ['body', 'graph']).map(({ loc, type }) => [loc, type])).toEqual([
    [['body', 'graph', 'states', 1, 'objective'], 'missing'],
    [['body', 'graph', 'states', 2, 'inner_thought'], 'value_error'],
  ]);
});

it.each([null, undefined, 7, 'graph', []])('%j is no graph', (value) => {
  expect(validateGraph(value)).not.toEqual([]);
});

describe('given a graph with each kind of state and one broken rule, then the field is named', () => {
  const state = (graph: LooseGraph, name: string) => graph.states.find((one) => one['name'] === name)!;
  const cases: readonly [rule: string, change: (graph: LooseGraph) => void, at: string, message: RegExp][] = [
    [
      'a visit without a state to come back to',
      (g) => (state(g, 'note')['next_state'] = ['other.begin', 'nowhere']),
      'body.states.4.next_state.1',
      /no state "nowhere"/,
    ],
    [
      'a visit by an unknown reference',
      (g) => (g.references = {}),
      'body.states.0.exit_conditions.0.next_state.0',
      /not among the references/,
    ],
    [
      'a visit of another form',
      (g) => (state(g, 'note')['next_state'] = ['other', 'end']),
      'body.states.4.next_state.0',
      /reference\.state/,
    ],
    [
      'a version below 1',
      (g) => (g.references = { other: [references.other[0], 0] }),
      'body.references.other.1',
      /./,
    ],
    [
      'a recall by neither',
      (g) => (state(g, 'queries')['queries'] = null),
      'body.states.2.queries',
      /either queries or/,
    ],
    [
      'a recall by both',
      (g) => (state(g, 'queries')['requested_information'] = 'All'),
      'body.states.2.requested_information',
      /either queries or/,
    ],
    [
      'a recall without a query',
      (g) => (state(g, 'queries')['queries'] = []),
      'body.states.2.queries',
      /at least one query/,
    ],
    [
      'a reflection without words',
      (g) => (state(g, 'think')['word_limit'] = 0),
      'body.states.5.word_limit',
      /./,
    ],
    [
      'a tool call without a tool',
      (g) => delete state(g, 'call')['designated_tool'],
      'body.states.6.designated_tool',
      /./,
    ],
    [
      'another persistence',
      (g) => (state(g, 'call')['designated_tool'] = toolCallSpec({ result_persistence: 'accumulate' })),
      'body.states.6.designated_tool.result_persistence',
      /./,
    ],
    [
      'a filler of a tool that waits too long',
      (g) => (state(g, 'call')['tool_call_specs'] = [toolCallSpec({ audio_filler_triggered_after: 11 })]),
      'body.states.6.tool_call_specs.0.audio_filler_triggered_after',
      /./,
    ],
    [
      'a passthrough state that only comes back to itself',
      (g) => (state(g, 'note')['next_state'] = ['other.begin', 'note']),
      'body.states.4',
      /no action state can be reached/,
    ],
  ];

  it.each(cases)('%s', (_rule, change, at, message) => {
    const graph = everyKind();
    change(graph);
    expect(messagesAt(graph)).toMatchObject({ [at]: expect.stringMatching(message) });
  });
});
