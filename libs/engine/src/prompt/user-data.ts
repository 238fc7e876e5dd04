import type { JsonObject } from '@svc/kernel';
import type { TurnUser } from '../input/turn-request.js';
import { fence } from './fence.js';

/**
 * What all prompts of a conversation say about its user. It is data: people choose their names, and integrations write notes.
 */
export function userData({ displayName, isReturning, additionalContext }: TurnUser): string {
  const lines: readonly JsonObject[] = [
    ...(displayName === null ? [] : [{ name: displayName }]),
    { has_talked_with_you_before: isReturning },
    ...additionalContext.map((note) => ({ note })),
  ];
  return fence('user', lines);
}
