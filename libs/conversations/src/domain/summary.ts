import {
  isSpoken,
  type ConversationSummary,
  type NewSummary,
  type TranscriptMessage,
  type TurnLimits,
} from '@svc/engine';
import { keepNewest } from './transcript.js';

/** Of the state of a conversation. */
interface Told {
  readonly visibleMessages: number;
  readonly transcript: readonly TranscriptMessage[];
  readonly fallen: readonly TranscriptMessage[] | null;
  readonly summary: ConversationSummary | null;
}

/**
 * The summary of what lies before the window, once a model was asked for it. A call without a result keeps the earlier
 * summary. So does a late result that covers no more, since two instances may have asked.
 */
export function withSummary(told: Told, { text, messages }: NewSummary): Pick<Told, 'fallen' | 'summary'> {
  const { text: known = '', messages: held = 0, askedMessages = 0 } = told.summary ?? {};
  const summary: ConversationSummary = {
    ...(text === null || messages <= held ? { text: known, messages: held } : { text, messages }),
    askedMessages: Math.max(askedMessages, messages),
  };
  const fallen = told.fallen ?? [];
  const first = messagesBefore(told) - fallen.length;
  const left = fallen.slice(Math.max(0, summary.messages - first));
  return { summary, fallen: left.length === 0 ? null : left };
}

/**
 * Messages that fell out of the transcript with a turn and are in no summary yet. They are kept until a summary covers
 * them, at most as many as a transcript holds. Null if there are none, and if no summaries are made.
 */
export function fallenAfter(
  fallen: Told['fallen'],
  all: readonly TranscriptMessage[],
  kept: readonly TranscriptMessage[],
  { maxTranscriptCharacters, maxSummaryCharacters }: TurnLimits,
): Told['fallen'] {
  const spoken = all.filter(isSpoken);
  const gone = spoken.slice(0, spoken.length - kept.filter(isSpoken).length);
  if (maxSummaryCharacters === undefined || gone.length === 0) return fallen;
  return keepNewest([...(fallen ?? []), ...gone], maxTranscriptCharacters);
}

/** Those before the transcript, without inner thoughts. */
function messagesBefore({ visibleMessages, transcript }: Told): number {
  return visibleMessages - transcript.filter(isSpoken).length;
}
