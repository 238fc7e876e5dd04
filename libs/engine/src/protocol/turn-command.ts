import type { DomainError } from '@svc/errors';
import type { EngageRequest, JudgeRequest } from '../model/model-port.js';
import type { RecordedCall } from '../recording/recorded-call.js';
import type { RecordedFact } from '../recording/recorded-fact.js';
import type { MessageUnderWay, UnsaidText } from '../speech/speech-policy.js';
import type { TurnResult } from '../turn/turn-result.js';
import type { TurnSignal } from '../turn/turn-signal.js';

/** What is to be done outside, in this order. */
export type TurnCommand =
  /** Facts about it bear its `callId`. */
  | { readonly type: 'call-model'; readonly request: JudgeRequest | EngageRequest }
  /** Enough was said: `model-ended` is still waited for, because what the call has cost belongs to the turn. */
  | { readonly type: 'stop-model'; readonly id: string }
  /** Nobody waits for its answer any more. `model-ended` or `model-failed` still comes, behind what it has cost. */
  | { readonly type: 'cancel-model'; readonly id: string }
  | { readonly type: 'tell'; readonly signal: TurnSignal }
  /** `timer-fired` is to come after so many ms. */
  | { readonly type: 'set-timer'; readonly id: string; readonly afterMs: number }
  /** Nobody waits for it any more. */
  | { readonly type: 'cancel-timer'; readonly id: string }
  /** Policies are to rule on a text, at once: `ruled` comes before anything else, and nothing takes it back. */
  | {
      readonly type: 'rule';
      readonly id: string;
      readonly unsaid: UnsaidText;
      readonly message: MessageUnderWay;
    }
  /**
   * Store what the turn leaves, all of it or nothing. Once it is under way nothing takes it back: the turn waits for
   * `commit-acknowledged` or `commit-refused`. Where neither is known, nobody feeds the turn any more.
   */
  | { readonly type: 'commit'; readonly id: string; readonly commit: TurnCommit }
  /** The last one. */
  | { readonly type: 'end-turn'; readonly end: TurnEnd };

/** How a turn came to what it came to. */
export interface TurnRecord {
  /** What the model was asked, in the order in which it was. */
  readonly calls: readonly RecordedCall[];
  /** What came, in its order. */
  readonly facts: readonly RecordedFact[];
}

/** What a turn leaves. Ids of messages, times and form are of whoever stores it. */
export interface TurnCommit extends TurnRecord {
  readonly result: TurnResult;
}

export type TurnEnd =
  /** What was committed. */
  | { readonly outcome: 'completed'; readonly result: TurnResult }
  /** ModelError or TurnError. */
  | { readonly outcome: 'failed'; readonly failure: DomainError }
  /** Its commit was. */
  | { readonly outcome: 'refused'; readonly failure: Error }
  | { readonly outcome: 'cancelled' };
