import { deliveryOf, type KnownToolCall } from '@svc/engine';
import type { StartedConversation } from './conversation.js';
import { toolCallsOf } from './tool-events.js';

/** How turns that nobody asked for have fared since the last one that completed. */
export interface OwnTurns {
  /** Those that were void, one after the other. */
  readonly failures: number;
  /** Not before then, in ms since the Unix epoch. */
  readonly notBeforeMs: number;
}

/** Waits after the first, second, … void turn, in ms. After the last one, the agent is told with the next turn of the user. */
const waitsMs = [5_000, 15_000, 60_000, 300_000, 900_000];

export function afterVoid(own: OwnTurns | null, voidedAtMs: number): OwnTurns {
  const failures = (own?.failures ?? 0) + 1;
  return { failures, notBeforeMs: voidedAtMs + (waitsMs[failures - 1] ?? 0) };
}

/** Whether the agent has something to tell that nobody asks for. */
export function wantsOwnTurn(conversation: StartedConversation): boolean {
  const { stage, running, completedInteractions, ownTurns } = conversation;
  if (stage !== 'open' || running !== null || completedInteractions === 0) return false;
  if ((ownTurns?.failures ?? 0) > waitsMs.length) return false;
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
