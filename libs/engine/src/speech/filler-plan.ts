import type { AudioFillers, ProgressHint } from '../graph/progress-hint.js';
import { progressPhrases } from './progress-phrases.js';

/** What is said while one thing takes long. */
export interface FillerPlan {
  /** In ms from its begin. */
  readonly firstAfterMs: number;
  /** From one phrase to the next, in ms. */
  readonly everyMs: number;
  /** Each is used once, in this order; at least one. */
  readonly phrases: readonly string[];
  /** Said as they are; otherwise each is a hint for a phrase that a model words. */
  readonly isVerbatim: boolean;
}

/** Where nothing says when, in ms: a plain turn is answered by then. */
export const usualDelayMs = 2_000;
export const usualIntervalMs = 8_000;

/**
 * What a hint makes of a wait. In text, `auto` and `backchannel` are spoken like `verbal`.
 * @param languages ISO 639-3 or two letters, the best first, for the phrases of its class
 * @returns null for silence
 */
export function planOfHint(hint: ProgressHint, languages: readonly (string | null)[]): FillerPlan | null {
  if (hint.mode === 'silent') return null;
  const { phrases, customPhrase, progressClass, triggerDelayMs, expectedLatencyMs, intervalMs } = hint;
  const own = spoken(phrases ?? (customPhrase === null ? [] : [customPhrase]));
  return {
    firstAfterMs: triggerDelayMs ?? expectedLatencyMs ?? usualDelayMs,
    everyMs: intervalMs ?? usualIntervalMs,
    phrases: own.length > 0 ? own : progressPhrases(languages)[progressClass ?? 'compute'],
    isVerbatim: hint.isDeterministic,
  };
}

/** Phrases of an author, said as they are. @returns null where there are none */
export function planOfFillers({ audioFillers, audioFillerAfterMs }: AudioFillers): FillerPlan | null {
  const phrases = spoken(audioFillers);
  if (phrases.length === 0) return null;
  return {
    firstAfterMs: audioFillerAfterMs ?? usualDelayMs,
    everyMs: usualIntervalMs,
    phrases,
    isVerbatim: true,
  };
}

/** The hint of an action or of an exit. @returns null where there is none */
export function planOfText(hint: string | null): FillerPlan | null {
  const phrases = spoken(hint === null ? [] : [hint]);
  if (phrases.length === 0) return null;
  return { firstAfterMs: usualDelayMs, everyMs: usualIntervalMs, phrases, isVerbatim: false };
}

function spoken(phrases: readonly string[]): readonly string[] {
  return phrases.filter((phrase) => phrase.trim() !== '');
}
