import type { LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AttemptListener, CallFailure, ModelAttempt, ModelUsage, PromptMessage } from '@svc/engine';
import { toStorableText } from '@svc/kernel';
import type { Timers } from '../timing/timers.js';

type AttemptNotes = Omit<ModelAttempt, 'pieces' | 'reasoning' | 'raw' | 'durationMs' | 'failure'>;

interface OpenAttempt {
  readonly notes: AttemptNotes;
  readonly pieces: string[];
  reasoning: string;
  raw: string;
  readonly startedAtMs: number;
}

/** Maximum length of a provider's name for its model or for a finish reason, in UTF-16 code units. */
const maxNameCharacters = 200;

const nothingCounted: ModelUsage = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** Records the attempts of one call, one after the other, and reports each as it ends. */
export class AttemptLog {
  #open: OpenAttempt | null = null;
  #isClosed = false;

  constructor(
    readonly listener: AttemptListener,
    readonly timers: Timers,
  ) {}

  /** @param addedMessages sent after the messages of the call's request */
  begin(addedMessages: readonly PromptMessage[]): void {
    if (this.#isClosed) return;
    const unknown = { finishReason: null, rawFinishReason: null, providerModel: null, usage: nothingCounted };
    this.#open = {
      notes: { addedMessages, ...unknown },
      pieces: [],
      reasoning: '',
      raw: '',
      startedAtMs: this.timers.now(),
    };
  }

  piece(text: string): void {
    this.#open?.pieces.push(text);
  }

  thought(reasoning: string): void {
    if (this.#open !== null) this.#open.reasoning += reasoning;
  }

  /** The raw text of a message, before anything is removed from it. */
  came(text: string): void {
    if (this.#open !== null) this.#open.raw += text;
  }

  answeredBy(modelId: string | undefined): void {
    this.#note({ providerModel: providerName(modelId) });
  }

  finished({ unified, raw }: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): void {
    this.#note({ finishReason: unified, rawFinishReason: providerName(raw), usage: counted(usage) });
  }

  /** Ends the open attempt, if there is one. */
  end(failure: CallFailure | null): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { notes, pieces, reasoning, raw, startedAtMs } = open;
    const durationMs = Math.max(0, Math.round(this.timers.now() - startedAtMs));
    this.listener({
      ...notes,
      pieces,
      ...(reasoning === '' ? {} : { reasoning }),
      ...(raw.trim() === pieces.join('').trim() ? {} : { raw }),
      durationMs,
      failure,
    });
  }

  /** The call is over: further output of the model is ignored. */
  close(failure: CallFailure | null): void {
    this.end(failure);
    this.#isClosed = true;
  }

  #note(notes: Partial<AttemptNotes>): void {
    if (this.#open !== null) this.#open = { ...this.#open, notes: { ...this.#open.notes, ...notes } };
  }
}

function providerName(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(text.slice(0, maxNameCharacters));
}

function counted({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage {
  return {
    inputTokens: count(inputTokens.total),
    cachedInputTokens: count(inputTokens.cacheRead),
    cacheWriteTokens: count(inputTokens.cacheWrite),
    outputTokens: count(outputTokens.total),
    reasoningTokens: count(outputTokens.reasoning),
  };
}

/** More tokens than any model takes, so that sums of counts stay exact. */
const maxTokens = 1_000_000_000;

/** Numbers from providers are untrusted too. */
function count(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens
    ? tokens
    : null;
}
