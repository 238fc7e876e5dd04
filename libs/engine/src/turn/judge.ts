import { toStorableText } from '@svc/kernel';
import type { ActionState, DecisionState } from '../graph/context-graph.js';
import { judgementOrderOf } from '../model/judgement-order.js';
import { lostReason } from '../model/lost-reason.js';
import { ModelError } from '../model/model-error.js';
import type { Judgement, JudgeRequest } from '../model/model-port.js';
import type { JudgeTask } from '../model/model-task.js';
import { judgementSchema } from '../prompt/judgement-schema.js';
import type { AnswerFact } from '../protocol/turn-fact.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import { Channel } from '../runtime/channel.js';
import { fork, type Script } from '../runtime/script.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import type { Option } from './choices.js';
import type { FittedPrompt } from './fit-prompt.js';
import type { MessageAhead } from './message-ahead.js';
import type { DecisionRecord } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

const maxReasonCharacters = 500;

/** A decision before its choice. */
export type OpenDecision = Omit<DecisionRecord, 'verdict' | 'reason' | 'judgedBy' | 'callId'>;

/**
 * Asks a model for a choice, and returns it as soon as it is known. The decision record has it from then on; its reason is
 * added when it comes, while the turn continues.
 * @throws ModelError `bad_output` when the model chooses something that was not offered
 */
export function* judge(
  walk: TurnWalk,
  { task, messages }: FittedPrompt<JudgeTask>,
  state: ActionState | DecisionState,
  options: readonly Option[],
  decision: OpenDecision,
  ahead: MessageAhead | null,
): Script<Option> {
  const { choices, purpose: kind } = task;
  const schema = judgementSchema(choices, judgementOrderOf(walk.modelFor(kind)));
  const call = walk.beginCall({ kind, state, choices }, { messages, schema });
  const request = { callId: call.id, messages, schema, task };
  const choice = new ChoiceUnderWay(walk, options, decision, call.id);
  yield* fork(toItsReason(walk, call, request, choice));
  // After the judgement: a server that handles one request at a time must answer that one first.
  if (ahead !== null) yield* ahead.begin();
  return yield* choice.made.take();
}

function* toItsReason(
  walk: TurnWalk,
  call: OpenCall,
  request: JudgeRequest,
  choice: ChoiceUnderWay,
): Script<void> {
  walk.reasons.begin(call.id);
  try {
    yield* callModel(walk, call, request, (answers) => readJudgement(answers, choice));
  } finally {
    walk.reasons.end(call.id);
  }
}

function* readJudgement(answers: Channel<AnswerFact>, choice: ChoiceUnderWay): Script<Answered<void>> {
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

function unexpected({ type }: AnswerFact): TypeError {
  return new TypeError(`A judgement was asked for, and ${type} came.`);
}

/** A choice, made once, and its entry in the decision record. */
class ChoiceUnderWay {
  readonly made = new Channel<Option>();
  #id: string | null = null;
  #place = -1;

  constructor(
    readonly walk: TurnWalk,
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
    const verdict = { verdict: chosen.verdict, reason: lostReason };
    this.#id = id;
    this.#place = this.walk.decisions.push({ ...decision, ...verdict, judgedBy: 'model', callId }) - 1;
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
    this.walk.decisions[this.#place] = { ...this.#made(), reason };
    return { choice, reason };
  }

  withoutReason(): Judgement {
    return { choice: this.#id ?? '', reason: this.#made().reason };
  }

  #made(): DecisionRecord {
    const decision = this.walk.decisions[this.#place];
    if (decision === undefined) throw new TypeError('A reason came for a choice that was not made.');
    return decision;
  }
}
