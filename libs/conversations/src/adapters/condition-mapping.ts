import type { TurnConditionsRecorded } from '@svc/contracts/conversations';
import type { OfMessage } from '@svc/kernel';
import type { TurnConditions } from '../domain/turn-conditions.js';

type ConditionsMessage = OfMessage<TurnConditionsRecorded>;

/** A limit of 0 allows none; streams that recorded none of it had none. */
export function conditionsFromProto(
  message: ConditionsMessage & { readonly limits: NonNullable<ConditionsMessage['limits']> },
): TurnConditions {
  const { maxJudgedEntries, maxMessagesAhead, maxSummaryCharacters, ...limits } = message.limits;
  return {
    ...message,
    limits: {
      ...limits,
      maxJudgedEntries: maxJudgedEntries ?? 0,
      maxMessagesAhead: maxMessagesAhead ?? 0,
      maxSummaryCharacters: maxSummaryCharacters ?? 0,
    },
  };
}
