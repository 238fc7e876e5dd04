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
 * The summary of what lies before the window, once a model was asked for it. A failed call keeps the earlier summary and
 * all messages that it does not cover. So does a late result that covers no more, since two instances may have asked. An
 * empty result, of a model that makes no summaries, keeps the earlier summary and lets go of the messages.
 */
export function withSummary(told: Told, { text, messages }: NewSummary): Pick<Told, 'fallen' | 'summary'> {
  const { text: known = '', messages: held = 0, askedMessages = 0 } = told.summary ?? {};
  const summary: ConversationSummary = {
    ...(text === null || messages <= held
      ? { text: known, messages: held }
      : { text: text === '' ? known : text, messages }),
    askedMessages: Math.max(askedMessages, messages),
  };
  const fallen = told.fallen ?? [];
  const first = messagesBefore(told) - fallen.length;
  const left = fallen.slice(Math.max(0, summary.messages - first));
  return { summary, fallen: left.length === 0 ? null : left };
}

/** In UTF-16 code units: twenty times what most prompts show. It bounds the state while each summary fails. */
const maxFallenCharacters = 480_000;

/**
 * Messages that fell out of the transcript with a turn and are in no summary yet. They are kept until a summary covers
 * them. Null if there are none, and if no summaries are made.
 */
export function fallenAfter(
  fallen: Told['fallen'],
  all: readonly TranscriptMessage[],
  kept: readonly TranscriptMessage[],
  { maxSummaryCharacters }: TurnLimits,
): Told['fallen'] {
  const spoken = all.filter(isSpoken);
  const gone = spoken.slice(0, spoken.length - kept.filter(isSpoken).length);
  if (maxSummaryCharacters === 0 || gone.length === 0) return fallen;
  return keepNewest([...(fallen ?? []), ...gone], maxFallenCharacters);
}

/** Those before the transcript, without inner thoughts. */
function messagesBefore({ visibleMessages, transcript }: Told): number {
  return visibleMessages - transcript.filter(isSpoken).length;
}
