import { deliveryOf, type KnownToolCall } from '@svc/engine';
import type { StartedConversation } from './conversation.js';
import { mayTryAgain } from './own-turn-failures.js';
import { isRunningInBackground, toolCallsOf } from './tool-events.js';
import { waitsOf } from './wait.js';

/** Whether the agent has something to tell that nobody asks for. */
export function wantsOwnTurn(conversation: StartedConversation): boolean {
  const { stage, running, completedInteractions, ownTurns } = conversation;
  if (stage !== 'open' || running !== null || completedInteractions === 0) return false;
  if (!mayTryAgain(ownTurns)) return false;
  return conversation.queued !== null || untoldResults(conversation).length > 0;
}

/** Outcomes that have come since the agent's last message and are to interrupt. */
export function untoldResults(
  conversation: Pick<StartedConversation, 'toolCalls'>,
): readonly KnownToolCall[] {
  return toolCallsOf(conversation).filter(
    ({ isBackground, isHeard, handling, outcome }) =>
      isBackground && !isHeard && outcome !== null && deliveryOf(handling, outcome) === 'interrupt',
  );
}

/** For the agent: that results are there, which the prompt shows beside it. */
export function resultsInWords(calls: readonly KnownToolCall[]): string {
  return calls
    .map(({ name, outcome }) => `The call of the tool "${name}" has ${endings[outcome?.status ?? 'ended']}.`)
    .join('\n');
}

const endings = {
  ended: 'ended',
  failed: 'failed',
  unknown: 'an unknown outcome',
  'not-called': 'not been made',
} as const;

/** Whether the last answer was not the final one: more is to come, perhaps only once a person has approved a call. */
export function isAnswerPending(conversation: StartedConversation): boolean {
  const isParked = waitsOf(conversation).some(({ kind }) => kind === 'tool-approval');
  return hasMoreToCome(conversation) || (conversation.stage === 'open' && isParked);
}

/** Whether an answer may come soon without another message: a turn runs or is wanted, or a tool runs in the background. */
export function hasMoreToCome(conversation: StartedConversation): boolean {
  if (conversation.running !== null) return true;
  return conversation.stage === 'open' && (isRunningInBackground(conversation) || wantsOwnTurn(conversation));
}
