import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import type { EngageRequest, Judgement, JudgeRequest } from '../model/model-port.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { TurnWalk } from './turn-walk.js';
import type { AnswerFact } from '../protocol/turn-fact.js';

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
  walk: TurnWalk,
  call: OpenCall,
  request: JudgeRequest | EngageRequest,
  read: (answers: Channel<AnswerFact | Beside>) => Script<Answered<T>>,
): Script<T> {
  const answers = walk.calls.open<Beside>(call);
  walk.command({ type: 'call-model', request });
  try {
    const { value, judgement } = yield* read(answers);
    call.answered(judgement);
    return value;
  } catch (error) {
    call.failed(error);
    throw error;
  } finally {
    if (walk.calls.close(call.id)) walk.command({ type: 'cancel-model', id: call.id });
  }
}

/**
 * Failures are thrown at the reader.
 * @throws ModelError
 */
export function* nextAnswer<Beside extends { readonly type: string } = never>(
  answers: Channel<AnswerFact | Beside>,
): Script<Exclude<AnswerFact, ModelFailed> | Beside> {
  const answer = yield* answers.take();
  if (isFailed(answer)) throw answer.failure;
  return answer;
}

type ModelFailed = Extract<AnswerFact, { readonly type: 'model-failed' }>;

function isFailed(answer: { readonly type: string }): answer is ModelFailed {
  return answer.type === 'model-failed';
}
