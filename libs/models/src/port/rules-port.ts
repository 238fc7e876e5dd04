import type {
  AttemptListener,
  ChoiceListener,
  Judgement,
  JudgeRequest,
  ModelAttempt,
  ModelPort,
  RecommendTask,
  WordsRequest,
} from '@svc/engine';
import { pause } from '../timing/pause.js';
import { systemTimers, type Timers } from '../timing/timers.js';
import { engage } from '../offline/engage/engage.js';
import { inputOf } from '../offline/tools/input-of.js';
import { brokenRules } from '../offline/judge/broken-rules.js';
import { judge } from '../offline/judge/judge.js';
import { offlineModel } from '../offline/offline-model.js';
import { piecesOf } from '../offline/pieces.js';
import { portNameOf } from './create-model-port.js';

/** What fits nearly every message of an agent. */
const plainReplies = ['Yes, please.', 'No, thank you.', 'Can you tell me more about that?'];

/** Ways to begin with a topic. */
const beginnings = [
  (topic: string) => `I would like to talk about this: ${topic}`,
  (topic: string) => `Can you help me with this: ${topic}`,
  (topic: string) => `What do I need to know about this: ${topic}`,
];

function suggested({ facets, count }: RecommendTask): readonly string[] {
  if (facets.length === 0) return plainReplies.slice(0, count);
  const lines = beginnings.flatMap((begin) => facets.map((facet, at) => `${at + 1}: ${begin(facet)}`));
  return lines.slice(0, count);
}

/** Rules can't tell what matters in a conversation, so they sum nothing up and only name what is to be thought about. */
function wordsOf(task: WordsRequest['task']): readonly string[] {
  switch (task.type) {
    case 'engage':
      return piecesOf(engage(task));
    case 'reflect':
      return piecesOf(`What matters now: ${task.state.objective}`);
    case 'arguments':
      return [JSON.stringify(inputOf(task.tool, task).input)];
    case 'guard':
      return [JSON.stringify({ broken: brokenRules(task) })];
    case 'filler':
      return [task.hints[task.said.length % task.hints.length] ?? ''];
    case 'recommend':
      return piecesOf(suggested(task).join('\n'));
    case 'summarize':
      return [];
  }
}

export interface RulesPortOptions {
  /** Pause before each piece except the first, in ms; for tests of streaming. */
  readonly pieceDelayMs?: number | undefined;
  readonly timers?: Timers;
}

/** Rules count no tokens. */
const uncounted: ModelAttempt['usage'] = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/**
 * The offline model as the engine's port. Rules can't fail and always give a usable response, so no checks or retries are
 * needed.
 */
export class RulesPort implements ModelPort {
  readonly name = portNameOf(offlineModel);
  readonly settings = {};
  readonly #pieceDelayMs: number;
  readonly #timers: Timers;

  constructor({ pieceDelayMs = 0, timers = systemTimers }: RulesPortOptions = {}) {
    this.#pieceDelayMs = pieceDelayMs;
    this.#timers = timers;
  }

  /** The choice comes together with its reason, so it is not reported early. */
  judge(
    { task }: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    _onChoice?: ChoiceListener,
  ): Promise<Judgement> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      const judgement = judge(task);
      onAttempt(this.#attempt([JSON.stringify(judgement)], 'stop', 0));
      resolve(judgement);
    });
  }

  async *generate(
    { task }: WordsRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    signal.throwIfAborted();
    const startedAtMs = this.#timers.now();
    const pieces = wordsOf(task);
    const said: string[] = [];
    let finishReason: ModelAttempt['finishReason'] = null;
    try {
      for (const piece of pieces) {
        if (this.#pieceDelayMs > 0 && said.length > 0) await pause(this.#pieceDelayMs, this.#timers, signal);
        signal.throwIfAborted();
        said.push(piece);
        yield piece;
      }
      finishReason = 'stop';
    } finally {
      const attempt = this.#attempt(said, finishReason, Math.round(this.#timers.now() - startedAtMs));
      onAttempt(signal.aborted ? { ...attempt, failure: 'cancelled' } : attempt);
    }
  }

  #attempt(
    pieces: readonly string[],
    finishReason: ModelAttempt['finishReason'],
    durationMs: number,
  ): ModelAttempt {
    return {
      addedMessages: [],
      pieces,
      finishReason,
      rawFinishReason: null,
      providerModel: offlineModel.modelId,
      usage: uncounted,
      durationMs,
      failure: null,
    };
  }
}
