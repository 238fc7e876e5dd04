import type { TurnConditionsRecorded } from '@svc/contracts/conversations';
import type { OfMessage } from '@svc/kernel';
import type { TurnConditions } from '../domain/turn-conditions.js';

type ConditionsMessage = OfMessage<TurnConditionsRecorded>;

export function conditionsToProto({ limits, ...conditions }: TurnConditions): ConditionsMessage {
  return {
    ...conditions,
    limits: {
      ...limits,
      maxJudgedEntries: limits.maxJudgedEntries ?? null,
      maxMessagesAhead: limits.maxMessagesAhead ?? null,
      maxSummaryCharacters: limits.maxSummaryCharacters ?? null,
    },
  };
}

/** The engine takes undefined for a limit that was not recorded. */
export function conditionsFromProto(
  message: ConditionsMessage & { readonly limits: NonNullable<ConditionsMessage['limits']> },
): TurnConditions {
  const { limits } = message;
  return {
    ...message,
    limits: {
      ...limits,
      maxJudgedEntries: limits.maxJudgedEntries ?? undefined,
      maxMessagesAhead: limits.maxMessagesAhead ?? undefined,
      maxSummaryCharacters: limits.maxSummaryCharacters ?? undefined,
    },
  };
}
