import {
  actionState,
  annotationState,
  dataCollectionState,
  everyKind,
  exit,
  graphOf,
} from '../../../test/platform-graphs.js';
import { compileGraph } from './compile-graph.js';

const stateOf = (graph: unknown, name: string, channel?: 'voice') =>
  compileGraph(graph, channel).states.find((state) => state.name === name);

it('each kind of state keeps what it does', () => {
  const graph = compileGraph(everyKind());
  expect(graph).toMatchObject({
    newUserInitialState: 'start',
    returningUserInitialState: 'start',
    terminalState: 'goodbye',
    references: {},
  });
  expect(graph.states.map(({ type }) => type)).toEqual([
    'action',
    'collection',
    'decision',
    'annotation',
    'action',
  ]);
  expect(graph.states[1]).toEqual({
    type: 'collection',
    name: 'Ask for the day?',
    objective: 'Objective of Ask for the day?',
    fields: [
      {
        ...{ key: 'day', type: 'date', label: 'The day', isRequired: true },
        ...{ options: [], validation: null, askPrompt: null },
      },
    ],
    onComplete: 'fork',
    maxTurns: 10,
    actionGuidelines: [],
    boundaryConstraints: [],
    tools: [],
  });
});

it('the topology stands behind the description', () => {
  const described = { description: 'Books a day.', topology_description: 'First the day, then the doctor.' };
  expect(compileGraph({ ...everyKind(), ...described }).description).toBe(
    'Books a day.\n\nFirst the day, then the doctor.',
  );
  expect(compileGraph(everyKind()).description).toBe('');
});

it('hard guardrails are limits, soft ones advice', () => {
  const guardrails = [
    { name: 'advice', description: 'No medical advice' },
    { name: 'tone', description: 'Warm', enforcement: 'soft' },
  ];
  const graph = graphOf([
    actionState('a', [exit('end')], { guardrails, boundary_constraints: ['Never shout'] }),
    dataCollectionState('b', 'end', { guardrails }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({
    boundaryConstraints: ['Never shout', 'advice: No medical advice'],
    actionGuidelines: ['tone: Warm'],
  });
  expect(stateOf(graph, 'b')).toMatchObject({ boundaryConstraints: ['advice: No medical advice'] });
});

it('what a channel overrides counts there alone', () => {
  const channel_overrides = { voice: { objective: 'Be heard', action_guidelines: ['Slow'] }, sms: {} };
  const graph = graphOf([
    actionState('a', [exit('end')], { channel_overrides, action_guidelines: ['Brief'] }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({ objective: 'Objective of a', actionGuidelines: ['Brief'] });
  expect(stateOf(graph, 'a', 'voice')).toMatchObject({ objective: 'Be heard', actionGuidelines: ['Slow'] });
});

it('tools keep how they are called', () => {
  const spec = {
    tool_id: 'lookup',
    additional_instruction: 'Once',
    navigate_on_completion: true,
    result_persistence: 'override',
    delivery: 'queue',
    failure_delivery: 'interrupt',
    failure_delivery_by_class: { timeout: 'queue' },
    execution: 'background',
    lifecycle: 'coupled',
    context_bindings: ['entity_id'],
  };
  const preload = [{ tool_id: 'chart', params: { id: '{entity_id}' } }];
  const graph = graphOf([
    actionState('a', [exit('end')], { action_tool_call_specs: [spec], preload }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({
    actionTools: [
      {
        toolId: 'lookup',
        versionConstraint: null,
        additionalInstruction: 'Once',
        navigateOnCompletion: true,
        resultPersistence: 'override',
        delivery: 'queue',
        failureDelivery: 'interrupt',
        failureDeliveryByClass: { timeout: 'queue' },
        execution: 'background',
        lifecycle: 'coupled',
        contextBindings: ['entity_id'],
      },
    ],
    exitTools: [],
    preloads: [{ toolId: 'chart', params: { id: '{entity_id}' } }],
  });
});

it('the agent has something to do in each action state', () => {
  const graph = graphOf([actionState('a', [exit('end')], { actions: [] }), actionState('end')]);
  expect(stateOf(graph, 'a')).toMatchObject({ actions: ['Pursue the objective'] });
});

it('the terminal state ends the session, whatever its type and its exits are', () => {
  const left = graphOf([actionState('a', [exit('end')]), actionState('end', [exit('a')])]);
  expect(stateOf(left, 'end')).toMatchObject({ actions: ['Action of end'], exitConditions: [] });
  const noted = graphOf([actionState('a', [exit('end')]), annotationState('end', 'a')]);
  expect(stateOf(noted, 'end')).toMatchObject({
    type: 'action',
    objective: 'Thought of end',
    exitConditions: [],
  });
});
