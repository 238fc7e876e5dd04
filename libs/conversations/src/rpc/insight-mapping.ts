import type {
  GetInteractionInsightsResponse,
  InsightToolCall as ToolCallProto,
  InsightToolRound,
  InsightTransition as TransitionProto,
} from '@svc/contracts/conversations';
import type {
  InsightRounds,
  InsightToolCall,
  InsightTransition,
  InteractionInsights,
} from '../decisions/interaction-insights.js';

export function insightsToProto({
  state,
  action,
  objective,
  ...insights
}: InteractionInsights): GetInteractionInsightsResponse {
  return {
    ...{ state, action, objective },
    transitions: insights.transitions.map(transitionToProto),
    workingMemory: [...insights.workingMemory],
    reflections: [...insights.reflections],
    selectNextActionRounds: roundsToProto(insights.selectNextActionRounds),
    engageUserRounds: roundsToProto(insights.engageUserRounds),
  };
}

function transitionToProto({ type, previous, next, queries, ...moved }: InsightTransition): TransitionProto {
  const [previousGraphId, previousGraphVersion] = previous.graph;
  const [nextGraphId, nextGraphVersion] = next.graph;
  return {
    type,
    ...{ previousState: previous.state, previousGraphId, previousGraphVersion },
    ...{ nextState: next.state, nextGraphId, nextGraphVersion },
    exitCondition: moved.exitCondition ?? undefined,
    innerThoughtMessageId: moved.innerThoughtMessageId ?? undefined,
    queries: [...queries],
    rounds: roundsToProto(moved.rounds),
    designated: moved.designated === null ? undefined : callToProto(moved.designated),
  };
}

function roundsToProto(rounds: InsightRounds): InsightToolRound[] {
  return rounds.map((calls) => ({ calls: calls.map(callToProto) }));
}

function callToProto({ output, ...call }: InsightToolCall): ToolCallProto {
  return { ...call, output: output ?? undefined };
}
