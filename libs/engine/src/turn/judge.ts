import { toStorableText } from '@svc/kernel';
import type { ActionState, DecisionState } from '../graph/context-graph.js';
import { judgementOrderOf } from '../model/judgement-order.js';
import { lostReason } from '../model/lost-reason.js';
import { ModelError } from '../model/model-error.js';
import type { Judgement } from '../model/model-port.js';
import type { JudgeTask } from '../model/model-task.js';
import { withheldText } from '../model/withheld-text.js';
import { judgementSchema } from '../prompt/judgement-schema.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { Channel } from '../runtime/channel.js';
import { fork, type Script } from '../runtime/script.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import type { Option } from './choices.js';
import type { FittedPrompt } from './fit-prompt.js';
import type { MessageAhead } from './message-ahead.js';
import type { Path } from './path.js';
import type { DecisionRecord } from '../protocol/turn-result.js';
import type { Turn } from './turn.js';

const maxReasonCharacters = 500;

/** A decision before its choice. */
export type OpenDecision = Omit<DecisionRecord, 'verdict' | 'reason' | 'judgedBy' | 'callId'>;

/**
 * Asks a model for a choice, and returns it as soon as it is known. The decision record has it from then on; its reason is
 * added when it comes, while the turn continues.
 * @throws ModelError `bad_output` when the model chooses something that was not offered
 */
export function* judge(
  turn: Turn,
  { task, messages, fittedTo }: FittedPrompt<JudgeTask>,
  state: ActionState | DecisionState,
  options: readonly Option[],
  decision: OpenDecision,
  ahead: MessageAhead | null,
): Script<Option> {
  const { choices, purpose: kind } = task;
  const schema = judgementSchema(choices, judgementOrderOf(turn.calls.modelFor(kind)));
  const call = turn.calls.begin(kind, state, choices, { messages, schema });
  const request = { callId: call.id, messages, schema, task, fittedTo };
  const choice = new ChoiceUnderWay(turn.path, turn.recorder, options, decision, call.id);
  // It reads on for the reason while the turn continues.
  yield* fork(callModel(turn, call, request, (answers) => readJudgement(answers, choice)));
  // After the judgement: a server that handles one request at a time must answer that one first.
  if (ahead !== null) yield* ahead.begin();
  return yield* choice.made.take();
}

function* readJudgement(answers: Channel<ModelFact>, choice: ChoiceUnderWay): Script<Answered<void>> {
  for (;;) {
    const answer = yield* choice.isMade ? answers.take() : nextAnswer(answers);
    switch (answer.type) {
      case 'model-chose':
        // A choice that was not offered may still be corrected.
        if (choice.isOffered(answer.choice)) choice.make(answer.choice);
        break;
      case 'model-judged':
        return { value: undefined, judgement: choice.judged(answer.judgement) };
      case 'model-ended':
      case 'model-failed':
        if (!choice.isMade) throw unexpected(answer);
        // It was stopped, or failed, after its choice.
        return { value: undefined, judgement: choice.withoutReason() };
      default:
        throw unexpected(answer);
    }
  }
}

function unexpected({ type }: ModelFact): TypeError {
  return new TypeError(`A judgement was asked for, and ${type} came.`);
}

/** A choice, made once, and its reason. */
class ChoiceUnderWay {
  readonly made = new Channel<Option>();
  #id: string | null = null;

  constructor(
    readonly path: Path,
    readonly recorder: Pick<TurnRecorder, 'isWithholding'>,
    readonly options: readonly Option[],
    readonly decision: OpenDecision,
    readonly callId: string,
  ) {}

  get isMade(): boolean {
    return this.#id !== null;
  }

  isOffered(id: string): boolean {
    return this.options.some(({ choice }) => choice.id === id);
  }

  /** @throws ModelError `bad_output` */
  make(id: string): void {
    const chosen = this.options.find(({ choice }) => choice.id === id);
    if (chosen === undefined) {
      throw new ModelError('bad_output', {
        privateDetail: `the model chose "${id}", which was not offered`,
      });
    }
    if (this.isMade) return;
    const { decision, callId } = this;
    this.#id = id;
    this.path.decided({
      ...decision,
      verdict: chosen.verdict,
      reason: lostReason,
      judgedBy: 'model',
      callId,
    });
    this.made.put(chosen);
  }

  /**
   * A reason for another choice does not count.
   * @throws ModelError `bad_output`
   */
  judged({ choice, reason: words }: Judgement): Judgement {
    if (!this.isMade) this.make(choice);
    if (choice !== this.#id) return this.withoutReason();
    const reason = toStorableText(words.slice(0, maxReasonCharacters));
    this.path.reasoned(this.callId, this.recorder.isWithholding ? withheldText : reason);
    return { choice, reason };
  }

  withoutReason(): Judgement {
    return { choice: this.#id ?? '', reason: lostReason };
  }
}
