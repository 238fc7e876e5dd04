import { ask } from '../commands/ask.js';
import type { Judgement, ModelRequest } from '../model/model-port.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import type { Turn } from './turn.js';

/** The result of a call, and how it is recorded. */
export interface Answered<T> {
  readonly value: T;
  readonly judgement: Judgement | null;
}

/**
 * Calls a model and lets `read` take its response. Ending it early cancels the call.
 * @throws ModelError of the model or of `read`; the call is recorded with it
 */
export function* callModel<T, Beside = never>(
  { commands }: Turn,
  call: OpenCall,
  request: ModelRequest,
  read: (answers: Channel<ModelFact | Beside>) => Script<Answered<T>>,
): Script<T> {
  const command = { type: 'call-model', id: call.id, request } as const;
  try {
    const { value, judgement } = yield* ask<typeof command, Answered<T>, Beside>(commands, command, read);
    call.answered(judgement);
    return value;
  } catch (error) {
    call.failed(error);
    throw error;
  }
}

/**
 * Failures are thrown at the reader.
 * @throws ModelError
 */
export function* nextAnswer<Beside extends { readonly type: string } = never>(
  answers: Channel<ModelFact | Beside>,
): Script<Exclude<ModelFact, ModelFailed> | Beside> {
  const answer = yield* answers.take();
  if (isFailed(answer)) throw answer.failure;
  return answer;
}

type ModelFailed = Extract<ModelFact, { readonly type: 'model-failed' }>;

function isFailed(answer: { readonly type: string }): answer is ModelFailed {
  return answer.type === 'model-failed';
}
