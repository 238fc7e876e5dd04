import {
  UnsupportedFunctionalityError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { pause } from '../timing/pause.js';
import { systemTimers, type Timers } from '../timing/timers.js';
import { taskOf } from '../task-options.js';
import { engage } from './engage/engage.js';
import { judge } from './judge/judge.js';
import { piecesOf } from './pieces.js';

export interface OfflineModelOptions {
  /** Pause before each piece except the first, in ms; for tests of streaming. */
  readonly pieceDelayMs?: number;
  readonly timers?: Timers;
}

/**
 * A model without network: rules instead of a neural network. It reads the structured task of a call (`createModelPort` sends
 * it), not the prompt. The same task always gives the same response.
 */
export function createOfflineModel(options: OfflineModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: offlineProvider,
    modelId,
    supportedUrls: {},

    async doGenerate(call) {
      return {
        content: [{ type: 'text', text: answerTo(call) }],
        finishReason: stopped,
        usage: noUsage,
        warnings: [],
        response: { modelId },
      };
    },

    async doStream(call) {
      const text = answerTo(call);
      // A judgement is not streamed.
      const pieces = taskOf(call)?.type === 'judge' ? [text] : piecesOf(text);
      return { stream: streamOf(pieces, call.abortSignal, options) };
    },
  };
}

export const offlineProvider = 'offline';

const modelId = 'rules-1';

const stopped: LanguageModelV4FinishReason = { unified: 'stop', raw: undefined };

/** Rules count no tokens. */
const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** @throws UnsupportedFunctionalityError for calls without a task: rules can't follow a free prompt */
function answerTo(call: LanguageModelV4CallOptions): string {
  call.abortSignal?.throwIfAborted();
  const task = taskOf(call);
  if (task === null)
    throw new UnsupportedFunctionalityError({ functionality: 'a prompt without its task (offline model)' });
  if (task.type === 'judge') return JSON.stringify(judge(task));
  // Rules can't tell what matters in a conversation.
  return task.type === 'engage' ? engage(task) : '';
}

const textId = 'text-1';

/** Pulled, so that a piece is made only when the reader asks for it. */
function streamOf(
  texts: readonly string[],
  signal: AbortSignal | undefined,
  { pieceDelayMs = 0, timers = systemTimers }: OfflineModelOptions,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = streamParts(texts);
  let pieces = 0;
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        signal?.throwIfAborted();
        const { done, value } = parts.next();
        if (done) return controller.close();
        if (value.type === 'text-delta' && pieceDelayMs > 0 && pieces++ > 0) {
          await pause(pieceDelayMs, timers, signal);
        }
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function* streamParts(texts: readonly string[]): Generator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', modelId };
  yield { type: 'text-start', id: textId };
  for (const delta of texts) yield { type: 'text-delta', id: textId, delta };
  yield { type: 'text-end', id: textId };
  yield { type: 'finish', finishReason: stopped, usage: noUsage };
}
