import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError, type WordsRequest } from '@svc/engine';
import { ask } from '../asking/ask.js';
import type { Sampling } from '../definition/model-definition.js';
import { SpokenText } from '../said/spoken-text.js';
import type { AttemptLog } from '../asking/attempt-log.js';
import { isPiece } from './answer-stream.js';
import type { CallWatch } from './call-watch.js';
import type { AskableModel } from './checked-answer.js';
import { CutMessage } from './cut-message.js';
import { SpoiltMessage } from './spoilt-message.js';
import type { TimeLimits } from '../timing/time-limits.js';

/** A message to word or to complete. `said`: its text so far, which is also in `messages`. */
export type WordingRequest = WordsRequest & { readonly said?: string };

/**
 * The pieces of a message for the user, each requested when the reader wants it. Returns when the model has finished.
 * @throws ModelError, also after pieces; CutMessage when the model did not finish or had to be stopped
 */
export async function* generate(
  { model, capabilities }: AskableModel,
  { messages, task, said = '' }: WordingRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
  limits: TimeLimits,
): AsyncGenerator<string, void, void> {
  watch.expect('a first piece', limits.firstPieceMs);
  const { stream } = await watch.race(
    ask(capabilities, { messages, addedMessages: [], wanted: null, sampling }, attempts, (options) =>
      model.doStream({
        ...options,
        abortSignal: watch.signal,
      }),
    ),
  );
  const reader = stream.getReader();
  const { thoughts } = capabilities;
  const speakers = { agent: task.agent.identity.name, user: task.user.displayName };
  const { mayBeUnopened } = thoughts;
  const spoken = new SpokenText({ before: said, speakers, mayBeUnopened });
  let isBlank = true;
  const heard = (text: string): string => {
    if (text === '') return text;
    isBlank &&= text.trim() === '';
    attempts.piece(text);
    return text;
  };
  try {
    while (true) {
      const { done, value } = await watch.race(reader.read());
      if (done) throw new ModelError('unavailable', { privateDetail: 'the answer broke off' });
      if (value.type === 'finish') {
        watch.pause();
        const rest = heard(spoken.end());
        attempts.thought(spoken.reasoning);
        attempts.finished(value.finishReason, value.usage);
        if (!spoken.isThinking) thoughts.saw(spoken.hasUnopened);
        if (rest !== '') yield rest;
        if (spoken.isThinking && !isBlank)
          throw new CutMessage(true, 'the answer ended within its reasoning');
        return endedWell(value.finishReason, isBlank);
      }
      if (value.type === 'response-metadata') attempts.answeredBy(value.modelId);
      if (!isProgress(value)) continue;
      if (value.type === 'reasoning-delta') {
        attempts.thought(value.delta);
        spoken.reasonsElsewhere();
      }
      if (value.type === 'text-delta') {
        attempts.came(value.delta);
        const text = heard(spoken.push(value.delta));
        if (text !== '') {
          watch.pause();
          yield text;
        }
        if (spoken.isSpoilt) {
          thoughts.saw(true);
          throw new SpoiltMessage();
        }
        if (spoken.enough === 'turn') {
          const rest = heard(spoken.end());
          attempts.thought(spoken.reasoning);
          if (rest !== '') yield rest;
          return endedWell({ unified: 'stop', raw: undefined }, isBlank);
        }
        if (spoken.enough !== null)
          throw new CutMessage(false, `the message was stopped for its ${spoken.enough}`);
      }
      watch.expect('the next piece', limits.betweenPiecesMs);
    }
  } finally {
    // Has no effect on an ended stream. It is not awaited, since a stream that hangs must not block.
    reader.cancel().catch(() => undefined);
  }
}

/** @throws what the model reports as an error */
function isProgress(part: LanguageModelV4StreamPart): boolean {
  if (part.type === 'error') throw part.error;
  return isPiece(part);
}

function endedWell({ unified }: LanguageModelV4FinishReason, isBlank: boolean): void {
  if (unified === 'content-filter') throw new ModelError('content_filtered');
  if (unified === 'error' || unified === 'interrupted') {
    throw new ModelError('unavailable', { privateDetail: 'the answer broke off' });
  }
  if (unified === 'length') throw new CutMessage(true, 'the answer reached the limit of the model');
  if (isBlank) throw new ModelError('bad_output', { privateDetail: 'the message is blank' });
}
