export type ProgressClass = 'lookup' | 'write' | 'external-call' | 'compute' | 'multi-step';

/** What is said while something takes time (interface spec, `ProgressHint`). */
export interface ProgressHint {
  /** Phrases are said verbatim and in order; otherwise they are hints for one that a model words. */
  readonly isDeterministic: boolean;
  /** Null: those of the class. */
  readonly phrases: readonly string[] | null;
  /** Before the first phrase, in ms; null: as the expected latency says. */
  readonly triggerDelayMs: number | null;
  /** Between two phrases, in ms; null: the usual. */
  readonly intervalMs: number | null;
  readonly mode: 'auto' | 'silent' | 'backchannel' | 'verbal';
  readonly progressClass: ProgressClass | null;
  readonly expectedLatencyMs: number | null;
  /** Older form of `phrases`, for where those are absent. */
  readonly customPhrase: string | null;
}

/** Phrases for work that takes long; none: nothing is said. */
export interface AudioFillers {
  readonly audioFillers: readonly string[];
  /** In ms; null: the usual. */
  readonly audioFillerAfterMs: number | null;
}
