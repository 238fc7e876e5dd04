import type { InsightTransition } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { jsonOf, outcomeOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { conversationId } from './turns.js';

const interactionId = '65f0000000000000000000a1';
const path = (id: string) => `/v1/demo/conversation/${conversationId}/interaction/${id}/insights`;
const call = {
  name: 'find',
  toolId: 't',
  version: '',
  inputJson: '{"a":1}',
  output: 'Whales',
  durationMs: 1_500,
};
const { output: _nowhere, ...ephemeral } = call;
const ends = {
  ...{ previousState: 'a', previousGraphId: 'g', previousGraphVersion: 1 },
  ...{ nextState: 'b', nextGraphId: 'h', nextGraphVersion: 2 },
};

function moved(type: string, changes: Partial<InsightTransition> = {}): InsightTransition {
  const nothing = { exitCondition: undefined, innerThoughtMessageId: undefined, designated: undefined };
  return { type, ...ends, ...nothing, queries: [], rounds: [], ...changes };
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    insights: {
      getInteractionInsights: async (request) => {
        if (request.interactionId !== interactionId) throw new DomainError('not_found', 'There is none.');
        return {
          ...{ state: 's', action: 'Ask', objective: 'Find out' },
          transitions: [
            moved('action', { exitCondition: 'done', rounds: [{ calls: [call] }] }),
            moved('decision', { exitCondition: 'so' }),
            moved('recall', { queries: ['What?'] }),
            moved('jumpback'),
            moved('annotation', { innerThoughtMessageId: 'm1' }),
            moved('reflection', { innerThoughtMessageId: 'm2' }),
            moved('tool-call', { designated: { ...ephemeral, output: undefined } }),
          ],
          workingMemory: [{ content: 'Likes whales.', context: 'books' }],
          reflections: ['They like the sea.'],
          selectNextActionRounds: [],
          engageUserRounds: [{ calls: [call] }],
        };
      },
    },
  });
});
afterAll(() => gateway.stop());

describe('the insights of an interaction', () => {
  it('show each type of transition with its own keys, and calls in seconds', async () => {
    const response = await gateway.call('GET', path(interactionId));
    expect(response.status).toBe(200);
    const log = {
      tool_name: 'find',
      tool_id: 't',
      tool_version: '',
      input: { a: 1 },
      output: 'Whales',
      duration: 1.5,
    };
    const common = {
      previous_state: 'a',
      previous_service_hierarchical_state_machine_version_info: ['g', 1],
      next_state: 'b',
      next_service_hierarchical_state_machine_version_info: ['h', 2],
    };
    const exit = 'previous_state_exit_condition_description';
    expect(await jsonOf(response)).toEqual({
      current_state_name: 's',
      current_state_action: 'Ask',
      current_state_objective: 'Find out',
      state_transition_logs: [
        { type: 'action', ...common, [exit]: 'done', tool_call_logs: [[log]] },
        { type: 'decision', ...common, [exit]: 'so', tool_call_logs: [] },
        { type: 'recall', ...common, performed_queries: ['What?'] },
        { type: 'jumpback', ...common },
        { type: 'annotation', ...common, inner_thought_message_id: 'm1' },
        { type: 'reflection', ...common, inner_thought_message_id: 'm2', tool_call_logs: [] },
        {
          type: 'tool-call',
          ...common,
          tool_call_logs: [],
          designated_tool_call_log: { ...log, output: null },
        },
      ],
      working_memory: [{ content: 'Likes whales.', context: 'books' }],
      reflections: ['They like the sea.'],
      triggered_dynamic_behavior_set_version_info: null,
      select_next_action_tool_call_logs: [],
      engage_user_tool_call_logs: [[log]],
    });
  });

  it('are not found for an unknown interaction, and refused for a malformed id', async () => {
    expect(await outcomeOf(await gateway.call('GET', path('65f0000000000000000000ff')))).toEqual([
      404,
      'not_found',
    ]);
    expect((await gateway.call('GET', path('zzz'))).status).toBe(422);
  });
});
