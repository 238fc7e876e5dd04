import type { TurnConditionsRecorded } from '@svc/contracts/conversations';
import type { Complete } from '@svc/event-store';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { stored } from './stored-value.js';

export function conditionsToMessage(conditions: TurnConditions): Complete<TurnConditionsRecorded> {
  const { maxJudgedEntries, maxMessagesAhead, maxSummaryCharacters, ...limits } = conditions.limits;
  const optional = { maxJudgedEntries, maxMessagesAhead, maxSummaryCharacters };
  return { ...conditions, limits: { ...limits, ...optional } };
}

export function conditionsFromMessage(message: TurnConditionsRecorded): TurnConditions {
  return { ...message, limits: stored(message.limits, 'limits') };
}
