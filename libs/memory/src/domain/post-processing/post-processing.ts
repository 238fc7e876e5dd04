import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { RememberedConversation } from '../remembered-conversation.js';
import { retryAfterMs } from './retries.js';
import { stageAfter, stages, type Stage } from './stages.js';

export type PostProcessingEvent =
  | DomainEvent<
      'PostProcessingStarted',
      { readonly conversation: RememberedConversation; readonly startedAtMs: number }
    >
  | DomainEvent<
      'PostProcessingStageCompleted',
      Pick<RememberedConversation, 'conversationId' | 'userId' | 'serviceId'> & {
        readonly stage: Stage;
        readonly completedAtMs: number;
      }
    >
  | DomainEvent<
      'PostProcessingAttemptFailed',
      {
        readonly stage: Stage;
        readonly failure: string;
        readonly failedAtMs: number;
        /** Null: only when the installer resumes it. */
        readonly retryAtMs: number | null;
      }
    >
  | DomainEvent<'PostProcessingResumed', { readonly resumedAtMs: number }>
  | DomainEvent<'PostProcessingAbandoned', { readonly abandonedAtMs: number }>;

export type PostProcessingCommand =
  | { readonly type: 'StartPostProcessing'; readonly conversation: RememberedConversation }
  | { readonly type: 'CompleteStage'; readonly stage: Stage }
  /** `failure`: its code or name, never anyone's words. */
  | { readonly type: 'RecordFailedAttempt'; readonly stage: Stage; readonly failure: string }
  | { readonly type: 'ResumePostProcessing' }
  | { readonly type: 'AbandonPostProcessing' };

/** The state of a conversation's post-processing. */
export interface StartedPostProcessing {
  readonly conversation: RememberedConversation;
  /** `pending`: the stage is due; `failed`: it waits for the installer. */
  readonly status: 'pending' | 'failed' | 'completed' | 'abandoned';
  /** The stage that is due or has failed; null after the last one. */
  readonly stage: Stage | null;
  /** When the stage is due; null if none is. */
  readonly dueAtMs: number | null;
  /** Failures of the stage since it started or was resumed. */
  readonly failures: number;
  /** The latest one. */
  readonly failure: string | null;
  readonly failedAtMs: number | null;
}

/** Null before the conversation has finished. */
export type PostProcessing = StartedPostProcessing | null;

/** Each stage of a finished conversation completes once, in order. Repeated commands change nothing. */
export const postProcessingDecider: Decider<
  PostProcessing,
  PostProcessingCommand & Timed,
  PostProcessingEvent
> = {
  initialState: null,
  decide,
  evolve,
};

function decide(state: PostProcessing, command: PostProcessingCommand & Timed): PostProcessingEvent[] {
  const { atMs } = command;
  if (command.type === 'StartPostProcessing') {
    const data = { conversation: command.conversation, startedAtMs: atMs };
    return state === null ? [{ type: 'PostProcessingStarted', data }] : [];
  }
  switch (command.type) {
    case 'CompleteStage':
      return isDue(state, command.stage) ? [completed(state.conversation, command.stage, atMs)] : [];
    case 'RecordFailedAttempt': {
      const { stage, failure } = command;
      if (!isDue(state, stage)) return [];
      const waitMs = retryAfterMs(state.failures + 1);
      const retryAtMs = waitMs === null ? null : atMs + waitMs;
      return [{ type: 'PostProcessingAttemptFailed', data: { stage, failure, failedAtMs: atMs, retryAtMs } }];
    }
    case 'ResumePostProcessing':
      if (state?.status !== 'failed') throw noFailure();
      return [{ type: 'PostProcessingResumed', data: { resumedAtMs: atMs } }];
    case 'AbandonPostProcessing':
      return state?.status === 'pending' || state?.status === 'failed'
        ? [{ type: 'PostProcessingAbandoned', data: { abandonedAtMs: atMs } }]
        : [];
  }
}

export function isDue(state: PostProcessing, stage: Stage): state is StartedPostProcessing {
  return state?.status === 'pending' && state.stage === stage;
}

function completed(
  { conversationId, userId, serviceId }: RememberedConversation,
  stage: Stage,
  completedAtMs: number,
): PostProcessingEvent {
  const data = { conversationId, userId, serviceId, stage, completedAtMs };
  return { type: 'PostProcessingStageCompleted', data };
}

function noFailure(): DomainError {
  return new DomainError('not_found', 'No post-processing of this conversation has failed.');
}

function evolve(state: PostProcessing, event: PostProcessingEvent): PostProcessing {
  if (event.type === 'PostProcessingStarted') {
    const { conversation, startedAtMs } = event.data;
    return { conversation, ...due(stages[0], startedAtMs) };
  }
  if (state === null) throw new TypeError(`${event.type} comes before PostProcessingStarted.`);
  switch (event.type) {
    case 'PostProcessingStageCompleted': {
      const next = stageAfter(event.data.stage);
      return next
        ? { ...state, ...due(next, event.data.completedAtMs) }
        : { ...state, ...ended('completed') };
    }
    case 'PostProcessingAttemptFailed': {
      const { failure, failedAtMs, retryAtMs } = event.data;
      const status = retryAtMs === null ? 'failed' : 'pending';
      return { ...state, status, dueAtMs: retryAtMs, failures: state.failures + 1, failure, failedAtMs };
    }
    case 'PostProcessingResumed':
      return { ...state, status: 'pending', dueAtMs: event.data.resumedAtMs, failures: 0 };
    case 'PostProcessingAbandoned':
      return { ...state, ...ended('abandoned') };
  }
}

const untried = { failures: 0, failure: null, failedAtMs: null } as const;

function due(stage: Stage, dueAtMs: number) {
  return { status: 'pending', stage, dueAtMs, ...untried } as const;
}

function ended(status: 'completed' | 'abandoned') {
  return { status, stage: null, dueAtMs: null, ...untried } as const;
}
