import { ModelError } from '../model/model-error.js';
import type { ModelAttempt } from '../model/model-attempt.js';
import type { TimedFact, TurnBegan, TurnEnded, TurnFact } from '../protocol/turn-fact.js';
import type { RecordedCall } from '../protocol/recorded-call.js';
import type {
  RecordedAnswer,
  RecordedFact,
  RecordedNamed,
  RecordedPieces,
} from '../protocol/recorded-fact.js';
import { piecesOf } from './record-facts.js';

/**
 * The inverse of `recordFacts`: facts for which a machine gives the same commands.
 * @param began the turn, or that it ended: its input is elsewhere in the log
 * @throws TypeError when the facts are not about these calls
 */
export function* readFacts(
  recorded: readonly RecordedFact[],
  calls: readonly RecordedCall[],
  began: TurnBegan | TurnEnded,
): Generator<TimedFact, void, void> {
  const sources = calls.map((call) => ({
    call,
    pieces: piecesOf(call).values(),
    attempts: call.attempts.values(),
  }));
  let atMs = 0;
  for (const fact of recorded) {
    if (!('call' in fact)) {
      atMs += fact.afterMs;
      yield { ...ofTurn(fact, began), atMs };
      continue;
    }
    const source = sources[fact.call];
    if (source === undefined) throw new TypeError(`There is no call ${fact.call} among those recorded.`);
    if (fact.type === 'model-said') {
      const texts = fact.texts?.values() ?? source.pieces;
      for (const afterMs of fact.afterMs) {
        atMs += afterMs;
        yield { type: 'model-delta', id: source.call.id, text: next(texts), atMs };
      }
    } else {
      atMs += fact.afterMs;
      yield { ...answerOf(fact, source), atMs };
    }
  }
}

type OfTurn = Exclude<RecordedFact, RecordedAnswer | RecordedPieces>;

function ofTurn(fact: OfTurn, began: TurnBegan | TurnEnded): TurnFact {
  switch (fact.type) {
    case 'turn-began': {
      const { afterMs: _at, ...rest } = fact;
      return { ...began, ...rest } as TurnBegan;
    }
    case 'turn-ended':
      return { type: fact.type, interactionId: began.interactionId };
    case 'cancelled':
      return { type: fact.type };
    default:
      return named(fact, `${began.interactionId}/${fact.name}`);
  }
}

function named(fact: RecordedNamed, id: string): TurnFact {
  switch (fact.type) {
    case 'timer-fired':
    case 'commit-acknowledged':
      return { type: fact.type, id };
    case 'commit-refused':
      return { type: fact.type, id, failure: new Error('The commit was refused.') };
    case 'ruled': {
      const { type, ruling, policies } = fact;
      return { type, id, ruling, policies };
    }
    case 'tool-ended': {
      const { type, durationMs, result } = fact;
      return { type, id, durationMs, result };
    }
    case 'tool-failed': {
      const { type, durationMs, failure, reason } = fact;
      return { type, id, durationMs, failure, reason };
    }
    case 'tool-unknown': {
      const { type, durationMs, reason } = fact;
      return { type, id, durationMs, reason };
    }
  }
}

interface Source {
  readonly call: RecordedCall;
  readonly attempts: Iterator<ModelAttempt>;
}

function answerOf(fact: RecordedAnswer, { call, attempts }: Source): TurnFact {
  const { id } = call;
  switch (fact.type) {
    case 'model-chose': {
      const choice = fact.choice ?? call.judgement?.choice;
      if (choice === undefined) throw new TypeError(`${id} is recorded without a choice.`);
      return { type: fact.type, id, choice };
    }
    case 'model-judged': {
      // If another choice was taken, this one was dropped with its reason.
      const judgement = fact.choice === undefined ? call.judgement : { choice: fact.choice, reason: '' };
      if (judgement === null) throw new TypeError(`${id} is recorded without a judgement.`);
      return { type: fact.type, id, judgement };
    }
    case 'model-attempted':
      return { type: fact.type, id, attempt: next(attempts) };
    case 'model-ended':
      return { type: fact.type, id };
    case 'model-failed': {
      const { kind, retryAfterSeconds } = fact;
      const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return { type: fact.type, id, failure: new ModelError(kind, wait) };
    }
  }
}

function next<T>(values: Iterator<T>): T {
  const step = values.next();
  if (step.done) throw new TypeError('More facts are recorded than their calls hold.');
  return step.value;
}
