import {
  ModelError,
  type AttemptListener,
  type CallKind,
  type Judgement,
  type JudgeRequest,
  type ModelIdentity,
  type ModelPort,
  type RecordedCall,
  type WordsRequest,
} from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import type { TurnConditions } from '../domain/turn-conditions.js';

/** A call that the log does not have: the turn took another path, or its record ends here. */
export class UnrecordedCallError extends Error {
  override readonly name = 'UnrecordedCallError';

  constructor(readonly callId: string) {
    super(`The call ${callId} is not recorded.`);
  }
}

/** The model of a turn, by the name in its calls. */
export function modelOf({ model: name, modelSettingsJson }: TurnConditions): ModelIdentity {
  return { name, settings: JSON.parse(modelSettingsJson) as JsonObject };
}

/** The recorded model of a turn: answers each call with what the log has for it. */
export class RecordedModel implements ModelPort {
  readonly name: string;
  readonly settings: JsonObject;
  readonly #calls: ReadonlyMap<string, RecordedCall>;

  /** @param cancel aborted where the turn was cancelled */
  constructor(
    calls: readonly RecordedCall[],
    conditions: TurnConditions,
    private readonly cancel: AbortController,
  ) {
    const { name, settings } = modelOf(conditions);
    this.name = name;
    this.settings = settings;
    this.#calls = new Map(calls.map((call) => [call.id, call]));
  }

  /** As recorded with the first call of that kind. */
  identityOf(kind: CallKind): ModelIdentity {
    const call = [...this.#calls.values()].find((one) => one.kind === kind);
    return call === undefined ? this : { name: call.model, settings: call.request.settings };
  }

  async judge(
    { callId }: JudgeRequest,
    _signal: AbortSignal,
    onAttempt: AttemptListener,
  ): Promise<Judgement> {
    const call = this.#call(callId);
    for (const attempt of call.attempts) onAttempt(attempt);
    if (call.judgement === null) throw this.#failureOf(call);
    return call.judgement;
  }

  async *generate(
    { callId }: WordsRequest,
    _signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncIterable<string> {
    const call = this.#call(callId);
    const last = call.attempts.at(-1);
    for (const earlier of call.attempts.slice(0, -1)) {
      yield* earlier.pieces;
      onAttempt(earlier);
    }
    try {
      if (last) yield* last.pieces;
      if (call.failure !== null) throw this.#failureOf(call);
    } finally {
      if (last) onAttempt(last);
      // This includes a call that was stopped for its length and cancelled before it ended.
      if (call.failure === 'cancelled') this.#cancelled();
    }
  }

  #call(callId: string): RecordedCall {
    const call = this.#calls.get(callId);
    if (call === undefined) throw new UnrecordedCallError(callId);
    return call;
  }

  #failureOf({ failure }: RecordedCall): Error {
    if (failure !== null && failure !== 'cancelled') return new ModelError(failure);
    return this.#cancelled();
  }

  #cancelled(): Error {
    const reason = new Error('The turn was cancelled here.');
    this.cancel.abort(reason);
    return reason;
  }
}
