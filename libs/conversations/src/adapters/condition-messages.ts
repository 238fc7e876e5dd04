import type { TurnConditionsRecorded } from '@svc/contracts/conversations';
import type { Complete } from '@svc/event-store';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { stored } from './stored-value.js';

export function conditionsToMessage(conditions: TurnConditions): Complete<TurnConditionsRecorded> {
  const {
    maxPassthroughStates,
    maxTranscriptCharacters,
    maxMessageCharacters,
    maxJudgedEntries,
    maxMessagesAhead,
  } = conditions.limits;
  return {
    ...conditions,
    limits: {
      maxPassthroughStates,
      maxTranscriptCharacters,
      maxMessageCharacters,
      maxJudgedEntries,
      maxMessagesAhead,
    },
  };
}

export function conditionsFromMessage(message: TurnConditionsRecorded): TurnConditions {
  return { ...message, limits: stored(message.limits, 'limits') };
}
