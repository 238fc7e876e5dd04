import type {
  GetInteractionInsightsResponse,
  InsightToolCall,
  InsightToolRound,
  InsightTransition,
} from '@svc/contracts/conversations';
import type { z } from 'zod';
import { shown } from '../../wire/shown.js';
import { InteractionInsights, ToolCallLog, TransitionLog } from './insights-schemas.js';

export function fromInsights(insights: GetInteractionInsightsResponse) {
  return shown(InteractionInsights, {
    current_state_name: insights.state,
    current_state_action: insights.action,
    current_state_objective: insights.objective,
    state_transition_logs: insights.transitions.map(fromTransition),
    working_memory: insights.workingMemory.map(({ content, context }) => ({ content, context })),
    reflections: insights.reflections,
    triggered_dynamic_behavior_set_version_info: null,
    select_next_action_tool_call_logs: fromRounds(insights.selectNextActionRounds),
    engage_user_tool_call_logs: fromRounds(insights.engageUserRounds),
  });
}

type Log = z.input<typeof InteractionInsights>['state_transition_logs'][number];

function fromTransition(moved: InsightTransition): Log {
  const { type, exitCondition = '', innerThoughtMessageId = '', queries: performed_queries } = moved;
  const ends = {
    previous_state: moved.previousState,
    previous_service_hierarchical_state_machine_version_info: [
      moved.previousGraphId,
      moved.previousGraphVersion,
    ] satisfies [string, number],
    next_state: moved.nextState,
    next_service_hierarchical_state_machine_version_info: [
      moved.nextGraphId,
      moved.nextGraphVersion,
    ] satisfies [string, number],
  };
  const tool_call_logs = fromRounds(moved.rounds);
  const byExit = { previous_state_exit_condition_description: exitCondition, tool_call_logs };
  const thought = { inner_thought_message_id: innerThoughtMessageId };
  switch (type) {
    case 'action':
      return shown(TransitionLog.action, { type, ...ends, ...byExit });
    case 'decision':
      return shown(TransitionLog.decision, { type, ...ends, ...byExit });
    case 'recall':
      return shown(TransitionLog.recall, { type, ...ends, performed_queries });
    case 'jumpback':
      return shown(TransitionLog.jumpback, { type, ...ends });
    case 'annotation':
      return shown(TransitionLog.annotation, { type, ...ends, ...thought });
    case 'reflection':
      return shown(TransitionLog.reflection, { type, ...ends, ...thought, tool_call_logs });
    case 'tool-call': {
      const designated_tool_call_log = fromCall(present(moved.designated));
      return shown(TransitionLog['tool-call'], { type, ...ends, tool_call_logs, designated_tool_call_log });
    }
    default:
      throw new TypeError(`no name of the wire for a transition of type ${type}`);
  }
}

function fromRounds(rounds: readonly InsightToolRound[]) {
  return rounds.map(({ calls }) => calls.map(fromCall));
}

function fromCall({ name, toolId, version, inputJson, output, durationMs }: InsightToolCall) {
  return shown(ToolCallLog, {
    tool_name: name,
    tool_id: toolId,
    tool_version: version,
    input: JSON.parse(inputJson) as Record<string, unknown>,
    output: output ?? null,
    duration: durationMs / 1_000,
  });
}

/** By contract, what a state of tools leaves names its tool. */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('A tool-call state was left without its call.');
  return value;
}
