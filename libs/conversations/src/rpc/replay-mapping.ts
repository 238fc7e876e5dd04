import type {
  ComparedTurn as ComparedProto,
  VerifiedTurn as VerifiedProto,
} from '@svc/contracts/conversations';
import type { ComparedTurn, VerifiedTurn } from '../application/replay-conversation.js';

export function verifiedToProto({ interactionId, replay, summary }: VerifiedTurn): VerifiedProto {
  const isDiverged = replay.outcome === 'diverged';
  return {
    interactionId,
    outcome: replay.outcome,
    recordedEvent: isDiverged ? replay.recorded?.type : undefined,
    replayedEvent: isDiverged ? replay.replayed?.type : undefined,
    summaryOutcome: summary?.outcome,
  };
}

export function comparedToProto(turn: ComparedTurn): ComparedProto {
  const { interactionId, outcome, differences, firstUnrecordedCall, failure } = turn;
  return {
    ...{ interactionId, outcome },
    differences: differences.map(({ kind, recorded, replayed }) => ({
      kind,
      recorded: recorded ?? undefined,
      replayed: replayed ?? undefined,
    })),
    firstUnrecordedCall: firstUnrecordedCall ?? undefined,
    failure: failure ?? undefined,
  };
}

/** Without what was said. */
export function comparedWithoutWords(turn: ComparedTurn): ComparedProto {
  const { differences, ...compared } = comparedToProto(turn);
  return {
    ...compared,
    differences: differences.map(({ kind }) => ({ kind, recorded: undefined, replayed: undefined })),
  };
}
