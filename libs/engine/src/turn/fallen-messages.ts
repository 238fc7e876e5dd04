import type { SummaryInput } from './conversation-summary.js';
import type { TranscriptMessage } from './turn-request.js';
import { characters, isSpoken, tokens, transcriptWindow } from './transcript-window.js';

/** Messages that the next turn's prompts do not show and no summary covers yet. */
export interface FallenMessages {
  /** How many of the conversation's first messages a summary covers that includes them. */
  readonly messages: number;
  /** Oldest first, without notes: those stay in the prompt. */
  readonly fallen: readonly TranscriptMessage[];
}

/**
 * Null where nothing has left the window for which no summary was requested yet. So a failed summary is requested again when
 * the next block leaves, and then covers both.
 * @param maxTokens size of the transcript in a prompt
 */
export function fallenMessages(
  { context: { transcript, limits }, messages, fallen, summary }: Omit<SummaryInput, 'interactionId'>,
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
