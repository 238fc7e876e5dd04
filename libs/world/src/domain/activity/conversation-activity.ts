import type { Decider, DomainEvent, StateShape, Timed } from '@svc/kernel';
import { countOf, withCount, type ActivityCount, type Activity } from './activity-counts.js';

/** What is counted of a conversation: ids and numbers, no word of it. */
export interface CountedConversation {
  readonly conversationId: string;
  readonly serviceId: string;
  readonly agentId: string;
  readonly channel: string;
  readonly direction: string;
  /** The workspace key that began it; null: a user of the organization did. */
  readonly credentialId: string | null;
  readonly startedAtMs: number;
}

/** `sourceVersion`: of the counted event in its own stream. */
interface FromSource {
  readonly sourceVersion: number;
}

interface CountedActivity {
  readonly activity: Activity;
  readonly happenedAtMs: number;
  readonly durationMs: number | null;
}

interface CountedEnd {
  readonly isCompleted: boolean;
  readonly endedAtMs: number;
}

export type ConversationActivityEvent =
  | DomainEvent<'ConversationCounted', CountedConversation & FromSource>
  | DomainEvent<'ActivityCounted', CountedActivity & FromSource>
  | DomainEvent<'ConversationEndCounted', CountedEnd & FromSource>
  | DomainEvent<'ConversationUncounted', FromSource>;

/** Something that has happened in a conversation, as its owner told it. */
export type ConversationFact = FromSource &
  (
    | { readonly type: 'CountStart'; readonly conversation: CountedConversation }
    | ({ readonly type: 'CountActivity'; readonly activity: Activity } & Omit<CountedActivity, 'activity'>)
    | ({ readonly type: 'CountEnd' } & CountedEnd)
    | { readonly type: 'Uncount' }
  );

export interface ConversationActivity extends CountedConversation, FromSource {
  readonly endedAtMs: number | null;
  readonly isCompleted: boolean;
  readonly isUncounted: boolean;
  /** By day and activity, in the order in which they first came. */
  readonly counts: readonly ActivityCount[];
}

export const conversationActivityShape: StateShape<ConversationActivity> = {
  conversationId: 'string',
  serviceId: 'string',
  agentId: 'string',
  channel: 'string',
  direction: 'string',
  credentialId: 'string?',
  startedAtMs: 'number',
  sourceVersion: 'number',
  endedAtMs: 'number?',
  isCompleted: 'boolean',
  isUncounted: 'boolean',
  counts: [
    'list',
    { day: 'string', activity: 'string', count: 'number', measured: 'number', durationMs: 'number' },
  ],
};

/** Null: the conversation isn't counted, as a simulation. */
export type ConversationActivityState = ConversationActivity | null;

/** Facts come in the order of their stream, any of them any number of times: none counts twice. */
export const conversationActivityDecider: Decider<
  ConversationActivityState,
  ConversationFact & Timed,
  ConversationActivityEvent
> = {
  initialState: null,

  decide(state, fact) {
    const { sourceVersion } = fact;
    if (fact.type === 'CountStart')
      return state === null
        ? [{ type: 'ConversationCounted', data: { ...fact.conversation, sourceVersion } }]
        : [];
    if (state === null || state.isUncounted || sourceVersion <= state.sourceVersion) return [];
    switch (fact.type) {
      case 'CountActivity': {
        const { activity, happenedAtMs, durationMs } = fact;
        return [{ type: 'ActivityCounted', data: { activity, happenedAtMs, durationMs, sourceVersion } }];
      }
      case 'CountEnd': {
        const { isCompleted, endedAtMs } = fact;
        return [{ type: 'ConversationEndCounted', data: { isCompleted, endedAtMs, sourceVersion } }];
      }
      case 'Uncount':
        return [{ type: 'ConversationUncounted', data: { sourceVersion } }];
    }
  },

  evolve(state, { type, data }) {
    if (type === 'ConversationCounted')
      return {
        ...data,
        ...{ endedAtMs: null, isCompleted: false, isUncounted: false },
        counts: [countOf('conversation.started', data.startedAtMs, null)],
      };
    if (state === null) return state;
    switch (type) {
      case 'ActivityCounted':
        return {
          ...state,
          sourceVersion: data.sourceVersion,
          counts: withCount(state.counts, countOf(data.activity, data.happenedAtMs, data.durationMs)),
        };
      case 'ConversationEndCounted': {
        const { isCompleted, endedAtMs } = data;
        const activity = isCompleted ? 'conversation.completed' : 'conversation.closed';
        const counted = countOf(activity, endedAtMs, Math.max(0, endedAtMs - state.startedAtMs));
        return { ...state, ...data, counts: withCount(state.counts, counted) };
      }
      case 'ConversationUncounted':
        return { ...state, ...data, isUncounted: true };
    }
  },
};
