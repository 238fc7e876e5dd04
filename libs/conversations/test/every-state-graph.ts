import type { ToolAnswer } from '@svc/engine';
import type { ToolRequest, Tools } from '../src/ports/ports.js';
import { testGraph } from './definitions.js';
import { freeDays } from './tool-conversation.js';

export const otherId = 'c90000000000000000000002';
/** Exits of the graph. */
export const found = 'They have found a book';
export const next = 'It is about the sea';
/** A tool of the graph, and one whose results are stored nowhere. */
export const spec = {
  tool_id: 'b00000000000000000000001',
  version_constraint: '*',
  additional_instruction: 'Of use here.',
  audio_fillers: [],
  audio_filler_triggered_after: 2,
  result_persistence: 'persisted',
};
export const secret = { ...spec, tool_id: 'b00000000000000000000002', result_persistence: 'ephemeral' };
const noFillers = { audio_fillers: [], audio_filler_triggered_after: 2 };
const [talk, note, recommend, farewell] = testGraph.states;

/** talk → (advice) recall → reflection → note → tool call → decision → look, in another graph, which comes back to the farewell */
export const everyStateGraph = {
  ...testGraph,
  references: { shelves: [otherId, 4] },
  states: [
    { ...talk, action_tool_call_specs: [spec], exit_condition_tool_call_specs: [secret] },
    { type: 'recall', name: 'note', queries: ['What?'], requested_information: null, next_state: 'think' },
    {
      ...{ type: 'reflection', name: 'think', problem: 'What to recommend?', word_limit: 20 },
      ...{ next_state: 'remark', tool_call_specs: [spec], ...noFillers },
    },
    { ...note, name: 'remark', next_state: 'find' },
    {
      ...{ type: 'tool-call', name: 'find', next_state: 'sort', designated_tool: spec },
      ...{ designated_tool_call_objective: 'Find it', designated_tool_call_context: 'Of it.' },
      ...{ designated_tool_call_guidances: [], designated_tool_call_validations: [], tool_call_specs: [] },
      designated_tool_call_params_generation_audio_fillers: [],
      designated_tool_call_params_generation_audio_filler_triggered_after: 2,
    },
    {
      ...{
        type: 'decision',
        name: 'sort',
        objective: 'Sort it',
        decision_guidelines: [],
        tool_call_specs: [],
      },
      exit_conditions: [
        { description: next, next_state: ['shelves.look', 'farewell'] },
        { description: 'It is not', next_state: 'recommend' },
      ],
      ...noFillers,
    },
    recommend,
    farewell,
  ],
};
/** The graph that it visits. */
export const shelves = {
  ...testGraph,
  states: [
    { ...talk, name: 'look', exit_conditions: [{ description: found, next_state: 'left' }] },
    { ...farewell, name: 'left' },
  ],
  new_user_initial_state: 'look',
  returning_user_initial_state: 'look',
  terminal_state: 'left',
};

/** Its tools. They count their calls. */
export class TestTools implements Tools {
  readonly requests: ToolRequest[] = [];

  async describe() {
    return [
      { ...freeDays, toolId: spec.tool_id, versionConstraint: '*', name: 'find_book' },
      { ...freeDays, toolId: secret.tool_id, versionConstraint: '*', name: 'find_secret', version: '2.0.0' },
    ];
  }

  async call(request: ToolRequest): Promise<ToolAnswer> {
    this.requests.push(request);
    const result = request.call.name === 'find_book' ? { title: 'Whales' } : 'a secret';
    return { type: 'tool-ended', result, durationMs: 1_500 };
  }
}
