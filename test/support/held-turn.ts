import type { StreamEvent, StreamEventOf } from './stream-events.js';

/**
 * What a client knows of a turn it has asked for.
 * `complete`: the last line came, so the turn counts for ever.
 * `void`: refused, or ended by an error line, so nothing of it counts and it may be repeated.
 * `unknown`: the connection broke; it counts whole or not at all.
 */
export type TurnOutcome = 'complete' | 'void' | 'unknown';

/** One turn in the client's own record. */
export interface HeldTurn {
  /** Null: the agent speaks first. */
  readonly text: string | null;
  readonly outcome: TurnOutcome;
  readonly received: readonly StreamEvent[];
  /** By the clock of the client. */
  readonly askedAtMs: number;
  /** When the first piece of the agent's message came. */
  readonly firstPieceAtMs?: number;
  /** Infinity while it runs. */
  readonly endedAtMs: number;
  /** Why it is not complete. */
  readonly failure?: unknown;
}

/** One conversation in the client's own record. */
export interface HeldConversation {
  readonly id: string;
  /** In the order in which they were asked for. */
  readonly turns: HeldTurn[];
}

export function completionOf({ received }: HeldTurn): StreamEventOf<'interaction-complete'> | undefined {
  return received.find((event) => event.type === 'interaction-complete');
}

/**
 * What is wrong with a complete stream in itself: `interaction-complete` is the last line, the pieces are numbered from 0
 * and make up its message, and the user is echoed word for word.
 */
export function streamViolations(turn: HeldTurn): readonly string[] {
  const completion = completionOf(turn);
  if (!completion) return [];
  const { received, text } = turn;
  const faults: string[] = [];
  const pieces = received.filter((event) => event.type === 'new-message');
  if (received.at(-1) !== completion) faults.push('something came after interaction-complete');
  if (pieces.map(({ message }) => message).join('') !== completion.full_message)
    faults.push('the pieces are not the message');
  if (pieces.some(({ sequence_number: number }, index) => number !== index))
    faults.push('a piece is missing, double or out of order');
  const echo = received.find((event) => event.type === 'user-message-available');
  if (echo && echo.user_message !== text)
    faults.push(`"${echo.user_message}" was heard instead of "${text}"`);
  return faults.map((fault) => `${completion.interaction_id}: ${fault}`);
}

/** In words for a report. */
export function countTurns(conversations: readonly HeldConversation[]): string {
  const turns = conversations.flatMap((held) => held.turns);
  const count = (outcome: TurnOutcome) => turns.filter((turn) => turn.outcome === outcome).length;
  return (
    `${conversations.length} conversations, ${turns.length} turns: ${count('complete')} acknowledged, ` +
    `${count('void')} refused or void, ${count('unknown')} cut off`
  );
}

export function turnInWords({ text, failure: error, received }: HeldTurn): string {
  return `"${text}" came to nothing: ${String(error)} ${JSON.stringify(received)}`;
}
