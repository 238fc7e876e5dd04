import { everyKind, references, toolId } from '../../test/classic-graphs.js';
import { compileGraph } from './compile-graph.js';
import { enteredGraphs, namedTools } from './graph-needs.js';
import { classicGraphSchema } from './graph-schema.js';

const graph = compileGraph(everyKind());
const state = (name: string) => graph.states.find((one) => one.name === name);

const tool = {
  toolId,
  versionConstraint: '>=1.2,<3',
  additionalInstruction: 'Call it once.',
  navigateOnCompletion: false,
  resultPersistence: 'persisted',
  delivery: 'interrupt',
  failureDelivery: null,
  failureDeliveryByClass: null,
  execution: 'blocking',
  lifecycle: 'independent',
  contextBindings: [],
  progress: null,
  audioFillers: [],
  audioFillerAfterMs: 2_000,
};

it('an exit into another graph comes back', () => {
  expect(state('start')).toMatchObject({
    exitConditions: [
      {
        description: 'The user is ready',
        nextState: { reference: 'other', state: 'begin', backTo: 'fork' },
      },
    ],
  });
  expect(graph.references).toEqual(references);
});

it('tools stand where they may be called', () => {
  expect(state('start')).toMatchObject({
    actionTools: [tool],
    exitTools: [{ ...tool, resultPersistence: 'ephemeral' }],
    skipsActiveMemory: true,
  });
  expect(state('fork')).toMatchObject({ tools: [tool] });
  expect(state('think')).toMatchObject({ tools: [tool] });
});

it('each passthrough state keeps what it does', () => {
  expect(state('queries')).toEqual({
    type: 'recall',
    name: 'queries',
    wanted: { type: 'queries', queries: ['What do they like?'] },
    nextState: 'information',
  });
  expect(state('information')).toEqual({
    type: 'recall',
    name: 'information',
    wanted: { type: 'information', information: 'What they dislike' },
    nextState: 'note',
  });
  expect(state('note')).toEqual({
    type: 'annotation',
    name: 'note',
    innerThought: 'There is time.',
    nextState: 'think',
  });
  expect(state('think')).toMatchObject({
    type: 'reflection',
    problem: 'Problem of think',
    wordLimit: 50,
    audioFillerAfterMs: 2_000,
    nextState: 'call',
  });
  expect(state('call')).toEqual({
    type: 'tool-call',
    name: 'call',
    objective: 'Objective of call',
    context: 'The desk',
    guidances: [],
    validations: [],
    designatedTool: tool,
    tools: [{ ...tool, versionConstraint: '*' }],
    audioFillers: [],
    audioFillerAfterMs: 2_000,
    nextState: 'end',
  });
});

it('what a graph needs is named with its field', () => {
  const body = classicGraphSchema.parse(everyKind());
  expect(namedTools(body).map(({ loc }) => loc.join('.'))).toEqual([
    'body.states.0.action_tool_call_specs.0.tool_id',
    'body.states.0.exit_condition_tool_call_specs.0.tool_id',
    'body.states.1.tool_call_specs.0.tool_id',
    'body.states.5.tool_call_specs.0.tool_id',
    'body.states.6.designated_tool.tool_id',
    'body.states.6.tool_call_specs.0.tool_id',
  ]);
  const [graphId, version] = references.other;
  expect(enteredGraphs(body)).toEqual([
    { graphId, version, state: null, loc: ['body', 'references', 'other'] },
    {
      ...{ graphId, version, state: 'begin' },
      loc: ['body', 'states', 0, 'exit_conditions', 0, 'next_state', 0],
    },
  ]);
});
