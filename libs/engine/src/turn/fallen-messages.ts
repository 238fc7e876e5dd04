import type { SummaryInput } from './conversation-summary.js';
import type { TranscriptMessage } from './turn-request.js';
import { characters, isSpoken, tokens, transcriptWindow } from './transcript-window.js';

/** What the prompts of the next turn do not show, and no summary holds yet. */
export interface FallenMessages {
  /** How many of the first messages of the conversation a summary holds that takes them in. */
  readonly messages: number;
  /** Oldest first, without notes: those stay. */
  readonly fallen: readonly TranscriptMessage[];
}

/**
 * Null where nothing has fallen out of the window that a summary was not asked for already. So one that fails is asked for
 * again when the next block falls out, and holds both then.
 * @param maxTokens what was said takes in a prompt
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
