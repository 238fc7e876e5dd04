import type { DomainError } from '@svc/errors';
import type { EngageRequest, JudgeRequest } from '../model/model-port.js';
import type { RecordedCall } from '../recording/recorded-call.js';
import type { RecordedFact } from '../recording/recorded-fact.js';
import type { MessageUnderWay, UnsaidText } from '../speech/speech-policy.js';
import type { TurnResult } from '../turn/turn-result.js';
import type { TurnSignal } from '../turn/turn-signal.js';

/** What the driver must do, in this order. */
export type TurnCommand =
  /** Facts about it have its `callId`. */
  | { readonly type: 'call-model'; readonly request: JudgeRequest | EngageRequest }
  /** No more text is needed. The turn still waits for `model-ended`, since the cost of the call belongs to it. */
  | { readonly type: 'stop-model'; readonly id: string }
  /** Nobody waits for its response. `model-ended` or `model-failed` still comes, after its cost. */
  | { readonly type: 'cancel-model'; readonly id: string }
  | { readonly type: 'tell'; readonly signal: TurnSignal }
  /** `timer-fired` follows after this many ms. */
  | { readonly type: 'set-timer'; readonly id: string; readonly afterMs: number }
  /** Nobody waits for it any more. */
  | { readonly type: 'cancel-timer'; readonly id: string }
  /** Policies rule on a text, at once: `ruled` comes before any other fact, and it can't be cancelled. */
  | {
      readonly type: 'rule';
      readonly id: string;
      readonly unsaid: UnsaidText;
      readonly message: MessageUnderWay;
    }
  /**
   * Store the turn, all of it or nothing. It can't be cancelled: the turn waits for `commit-acknowledged` or `commit-refused`.
   * If neither is known, the turn gets no more facts.
   */
  | { readonly type: 'commit'; readonly id: string; readonly commit: TurnCommit }
  /** The last one. */
  | { readonly type: 'end-turn'; readonly end: TurnEnd };

/** How a turn reached its result. */
export interface TurnRecord {
  /** The model calls, in the order in which they were made. */
  readonly calls: readonly RecordedCall[];
  /** The facts, in order. */
  readonly facts: readonly RecordedFact[];
}

/** What a turn stores. Who stores it adds ids of messages, times and form. */
export interface TurnCommit extends TurnRecord {
  readonly result: TurnResult;
}

export type TurnEnd =
  /** What was committed. */
  | { readonly outcome: 'completed'; readonly result: TurnResult }
  /** ModelError or TurnError. */
  | { readonly outcome: 'failed'; readonly failure: DomainError }
  /** Its commit was refused. */
  | { readonly outcome: 'refused'; readonly failure: Error }
  | { readonly outcome: 'cancelled' };
