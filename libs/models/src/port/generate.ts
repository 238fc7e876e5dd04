import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { ModelFailure, type EngageRequest } from '@svc/engine';
import { taskOptions } from '../task-options.js';
import type { AttemptLog } from './attempt-log.js';
import type { CallWatch } from './call-watch.js';
import { toPrompt } from './prompt.js';
import { withReconnect } from './reconnect.js';
import type { TimeLimits } from './time-limits.js';

/** The pieces of a message, each asked for when the reader wants it. Returns when the model has said all. */
export async function* generate(
  model: LanguageModelV4,
  { messages, task }: EngageRequest,
  watch: CallWatch,
  attempts: AttemptLog,
  limits: TimeLimits,
): AsyncGenerator<string, void, void> {
  watch.expect('a first piece', limits.firstPieceMs);
  const { stream } = await watch.race(
    withReconnect(attempts, [], () =>
      model.doStream({
        prompt: toPrompt(messages),
        providerOptions: taskOptions(task),
        abortSignal: watch.signal,
      }),
    ),
  );
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await watch.race(reader.read());
      if (done) throw new ModelFailure('unavailable', { privateDetail: 'the answer broke off' });
      if (value.type === 'finish') {
        attempts.finished(value.finishReason, value.usage);
        return endedWell(value.finishReason);
      }
      if (value.type === 'response-metadata') attempts.answeredBy(value.modelId);
      if (!isProgress(value)) continue;
      if (value.type === 'text-delta' && value.delta !== '') {
        watch.pause();
        attempts.piece(value.delta);
        yield value.delta;
      }
      watch.expect('the next piece', limits.betweenPiecesMs);
    }
  } finally {
    // A stream that is at its end or has failed takes this without effect, and one that hangs must not hold us up.
    reader.cancel().catch(() => undefined);
  }
}

/** @throws what the model reports as an error */
function isProgress(part: LanguageModelV4StreamPart): boolean {
  if (part.type === 'error') throw part.error;
  return part.type === 'text-delta' || part.type === 'reasoning-delta';
}

function endedWell({ unified }: LanguageModelV4FinishReason): void {
  if (unified === 'content-filter') throw new ModelFailure('content_filtered');
  if (unified === 'error' || unified === 'interrupted') {
    throw new ModelFailure('unavailable', { privateDetail: 'the answer broke off' });
  }
}
