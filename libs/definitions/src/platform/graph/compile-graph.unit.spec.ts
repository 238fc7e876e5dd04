import {
  actionState,
  annotationState,
  dataCollectionState,
  everyKind,
  exit,
  graphOf,
} from '../../../test/platform-graphs.js';
import { compileGraph } from './compile-graph.js';

const stateOf = (graph: unknown, name: string) =>
  compileGraph(graph).states.find((state) => state.name === name);

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
    guardrails: [],
    channelOverrides: {},
    surfaceFallback: false,
    surfaceFallbackAfterTurns: 6,
  });
});

it('the topology stands behind the description', () => {
  const described = { description: 'Books a day.', topology_description: 'First the day, then the doctor.' };
  expect(compileGraph({ ...everyKind(), ...described }).description).toBe(
    'Books a day.\n\nFirst the day, then the doctor.',
  );
  expect(compileGraph(everyKind()).description).toBe('');
});

it('guardrails are hard unless they say otherwise', () => {
  const hard = { name: 'advice', description: 'No medical advice' };
  const soft = { name: 'tone', description: 'Warm', enforcement: 'soft' };
  const guardrails = [hard, soft];
  const compiled = [{ ...hard, enforcement: 'hard' }, soft];
  const graph = graphOf([
    actionState('a', [exit('end')], { guardrails }),
    dataCollectionState('b', 'end', { guardrails }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({ guardrails: compiled });
  expect(stateOf(graph, 'b')).toMatchObject({ guardrails: compiled });
});

const progress = {
  deterministic: true,
  phrases: ['One moment'],
  trigger_delay_ms: 0,
  interval_ms: 100,
  mode: 'verbal',
  progress_class: 'external_call',
  expected_latency_ms: 60_000,
  custom_phrase: 'Just a second',
};
const compiledProgress = {
  isDeterministic: true,
  phrases: ['One moment'],
  triggerDelayMs: 0,
  intervalMs: 100,
  mode: 'verbal',
  progressClass: 'external-call',
  expectedLatencyMs: 60_000,
  customPhrase: 'Just a second',
};

it('what channels override stands beside what it overrides', () => {
  const channel_overrides = {
    voice: { objective: 'Be heard', action_guidelines: ['Slow'], progress },
    sms: {},
  };
  const graph = graphOf([
    actionState('a', [exit('end')], { channel_overrides, action_guidelines: ['Brief'] }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({
    objective: 'Objective of a',
    actionGuidelines: ['Brief'],
    channelOverrides: {
      voice: { objective: 'Be heard', actionGuidelines: ['Slow'], progress: compiledProgress },
      sms: { objective: null, actionGuidelines: [], progress: null },
    },
  });
});

it('actions and exits keep what to say meanwhile', () => {
  const graph = graphOf([
    actionState('a', [{ ...exit('end'), filler_hint: 'Almost done' }], {
      actions: [{ description: 'Look', filler_hint: 'Looking' }, { description: 'Ask' }],
    }),
    actionState('end'),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({
    actions: [
      { description: 'Look', fillerHint: 'Looking' },
      { description: 'Ask', fillerHint: null },
    ],
    exitConditions: [{ nextState: 'end', fillerHint: 'Almost done' }],
  });
});

it('a state keeps what it waits for', () => {
  const waiting = { wait_for: 'surface_submission', surface_spec_template: { title: 'Form' } };
  const graph = graphOf([
    actionState('a', [exit('end')], waiting),
    actionState('b', [exit('end')], { wait_for: 'human_approval' }),
    actionState('end', [], { wait_for: 'human_approval' }),
  ]);
  expect(stateOf(graph, 'a')).toMatchObject({
    waitFor: 'surface-submission',
    surfaceSpec: { title: 'Form' },
  });
  expect(stateOf(graph, 'b')).toMatchObject({ waitFor: 'human-approval', surfaceSpec: null });
  // Nothing leads out of it.
  expect(stateOf(graph, 'end')).toMatchObject({ waitFor: null });
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
    progress,
    audio_fillers: ['Hm'],
    audio_filler_triggered_after: 1.5,
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
        progress: compiledProgress,
        audioFillers: ['Hm'],
        audioFillerAfterMs: 1_500,
      },
    ],
    exitTools: [],
    preloads: [{ toolId: 'chart', params: { id: '{entity_id}' } }],
  });
});

it('the agent has something to do in each action state', () => {
  const graph = graphOf([actionState('a', [exit('end')], { actions: [] }), actionState('end')]);
  expect(stateOf(graph, 'a')).toMatchObject({ actions: [{ description: 'Pursue the objective' }] });
});

it('the terminal state ends the session, whatever its type and its exits are', () => {
  const left = graphOf([actionState('a', [exit('end')]), actionState('end', [exit('a')])]);
  expect(stateOf(left, 'end')).toMatchObject({
    actions: [{ description: 'Action of end' }],
    exitConditions: [],
  });
  const noted = graphOf([actionState('a', [exit('end')]), annotationState('end', 'a')]);
  expect(stateOf(noted, 'end')).toMatchObject({
    type: 'action',
    objective: 'Thought of end',
    exitConditions: [],
  });
});
