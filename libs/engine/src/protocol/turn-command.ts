import type { DomainError } from '@svc/errors';
import type { EngageRequest, JudgeRequest } from '../model/model-port.js';
import type { TurnResult } from '../turn/turn-result.js';
import type { TurnSignal } from '../turn/turn-signal.js';

/** What is to be done outside, in this order. */
export type TurnCommand =
  /** Facts about it bear its `callId`. */
  | { readonly type: 'call-model'; readonly request: JudgeRequest | EngageRequest }
  /** Enough was said: `model-ended` is still waited for, because what the call has cost belongs to the turn. */
  | { readonly type: 'stop-model'; readonly id: string }
  /** Nobody waits for its answer any more. */
  | { readonly type: 'cancel-model'; readonly id: string }
  | { readonly type: 'tell'; readonly signal: TurnSignal }
  /** The last one. */
  | { readonly type: 'end-turn'; readonly end: TurnEnd };

export type TurnEnd =
  | { readonly outcome: 'completed'; readonly result: TurnResult }
  /** ModelFailure or TurnFailure. */
  | { readonly outcome: 'failed'; readonly failure: DomainError }
  | { readonly outcome: 'cancelled' };
