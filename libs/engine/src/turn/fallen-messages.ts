import type { Carried } from '../input/carried.js';
import type { TranscriptMessage } from '../input/transcript-message.js';
import type { TurnContext } from '../input/turn-request.js';
import { characters, isSpoken, tokens, transcriptWindow } from '../prompt/transcript-window.js';
import { estimatedTokens } from '../prompt/estimated-tokens.js';
import { shortened } from '../prompt/shortened.js';

/** Messages that the next turn's prompts do not show and no summary covers yet. */
export interface FallenMessages {
  /** How many of the conversation's first messages are covered once a summary includes these. */
  readonly messages: number;
  /** Oldest first, without notes: those stay in the prompt. */
  readonly fallen: readonly TranscriptMessage[];
}

/**
 * The oldest messages that fit one summary, at least one: a summary that had to leave some out would lose them. What is left
 * is summarized in a next step. A message longer than half the size is shortened.
 * @param most in estimated tokens
 */
export function oldestWithin(
  messages: readonly TranscriptMessage[],
  most: number,
): readonly TranscriptMessage[] {
  let left = most;
  const kept: TranscriptMessage[] = [];
  for (const message of messages) {
    const text = shortened(message.text, Math.floor(most / 2), estimatedTokens);
    left -= estimatedTokens(text);
    if (left < 0 && kept.length > 0) break;
    kept.push({ ...message, text });
  }
  return kept;
}

/**
 * Null if a summary was requested for everything that has left the window. A failed summary is requested again when the next
 * block leaves, and then covers both.
 * @param maxTokens size of the transcript in a prompt
 */
export function fallenMessages(
  { transcript, limits, messages, fallen, summary }: Carried & Pick<TurnContext, 'limits'>,
  maxTokens: number,
): FallenMessages | null {
  const window = transcriptWindow(transcript, characters(limits.maxTranscriptCharacters));
  const shown = transcriptWindow(window, tokens(maxTokens)).filter(isSpoken).length;
  const gone = messages - shown;
  if (gone <= (summary?.askedMessages ?? 0)) return null;
  const known = [...fallen, ...transcript.filter(isSpoken)];
  const first = messages - known.length;
  const unsummed = known.slice(Math.max(0, (summary?.messages ?? 0) - first), gone - first);
  return unsummed.length === 0 ? null : { messages: gone, fallen: unsummed };
}
