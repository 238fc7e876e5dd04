import type { CallFailure, Judgement, ModelAttempt, RecordedCall, RecordedRequest } from '@svc/engine';

type AttemptWords = 'addedMessages' | 'pieces' | 'reasoning' | 'raw';

/** A call without its words. */
export interface ModelCallFigures extends Pick<RecordedCall, 'kind' | 'callKey' | 'requestHash' | 'model'> {
  readonly callId: string;
  readonly attempts: readonly Omit<ModelAttempt, AttemptWords>[];
  readonly failure: CallFailure | null;
}

/** The words of a call. */
export interface ModelExchange {
  readonly request: RecordedRequest;
  readonly attempts: readonly Pick<ModelAttempt, AttemptWords>[];
  readonly judgement: Judgement | null;
}
