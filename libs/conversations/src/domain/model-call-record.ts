import type { CallFailure, Judgement, ModelAttempt, RecordedCall, RecordedRequest } from '@svc/engine';

type AttemptWords = 'addedMessages' | 'pieces' | 'reasoning' | 'raw';

/** A call without its words. */
export interface ModelCallRecorded extends Pick<RecordedCall, 'kind' | 'callKey' | 'requestHash' | 'model'> {
  readonly interactionId: string;
  readonly callId: string;
  readonly attempts: readonly Omit<ModelAttempt, AttemptWords>[];
  readonly failure: CallFailure | null;
}

/** The words of a call. */
export interface ModelExchange {
  readonly callId: string;
  readonly request: RecordedRequest;
  readonly attempts: readonly Pick<ModelAttempt, AttemptWords>[];
  readonly judgement: Judgement | null;
}

export interface ModelExchangesRecorded {
  readonly interactionId: string;
  /** One for each ModelCallRecorded of the same commit; none when they are erased. */
  readonly exchanges: readonly ModelExchange[];
}
