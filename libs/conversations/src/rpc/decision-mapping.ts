import type { Decision, TurnDecisions as TurnDecisionsProto } from '@svc/contracts/conversations';
import { interactionKinds } from '../adapters/enum-mapping.js';
import type { DecisionRecordEntry, TurnDecisions } from '../decisions/decision-record.js';

export function turnDecisionsToProto({
  kind,
  decisions,
  toolCalls,
  ...turn
}: TurnDecisions): TurnDecisionsProto {
  return {
    ...turn,
    kind: interactionKinds.toProto(kind),
    decisions: decisions.map(decisionToProto),
    toolCalls: toolCalls.map(({ failure, ...call }) => ({ ...call, failure: failure ?? undefined })),
  };
}

function decisionToProto({ graph, reason, considered, ...entry }: DecisionRecordEntry): Decision {
  const [graphId, graphVersion] = graph;
  return { ...entry, graphId, graphVersion, reason: reason ?? undefined, considered: [...considered] };
}
