import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { ExtractorVersion } from '../extractor-version.js';
import type { RememberedConversation } from '../remembered-conversation.js';
import { inParts } from './entry-parts.js';
import type { UserModel, UserModelEntry } from './user-model.js';

interface UserModelChange {
  /** The one that has led to it, or whose memories have changed. */
  readonly conversation: RememberedConversation;
  /** Those that are new or have changed, each as it is from now on. */
  readonly entries: readonly UserModelEntry[];
  /** Of entries that are none any more. */
  readonly removedKeys: readonly string[];
  /** Memories whose retraction has led to it. */
  readonly retractedMemoryIds: readonly string[];
  /** Whose memories of the conversation have led to it; with neither, its end has. */
  readonly reextractedBy: ExtractorVersion | null;
}

export type UserModelEvent = DomainEvent<
  'UserModelUpdated',
  UserModelChange & { readonly updatedAtMs: number }
>;

export interface UpdateUserModel {
  readonly type: 'UpdateUserModel';
  readonly conversation: RememberedConversation;
  /** What is known from now on. */
  readonly model: UserModel;
  /** Memories of the conversation whose retraction has led to it. */
  readonly retractedMemoryIds: readonly string[];
  /** Whose memories of the conversation have led to it, in the place of another's. */
  readonly reextractedBy: ExtractorVersion | null;
}

/** Null before a conversation of the user has told anything. */
export type UserModelState = UserModel | null;

/** L3, what is known of a user over all conversations with one organization. An event holds what has changed, or a part of it. */
export const userModelDecider: Decider<UserModelState, UpdateUserModel & Timed, UserModelEvent> = {
  initialState: null,

  decide(state, { conversation, model, retractedMemoryIds, reextractedBy, atMs }) {
    const before = new Map(state?.entries.map((entry) => [entry.key, JSON.stringify(entry)]));
    const entries = model.entries.filter((entry) => before.get(entry.key) !== JSON.stringify(entry));
    const left = new Set(model.entries.map(({ key }) => key));
    const removedKeys = [...before.keys()].filter((key) => !left.has(key));
    // That memories have changed is told even when it changes nothing here: what was made meanwhile of those before loses its race.
    const isTold = retractedMemoryIds.length > 0 || reextractedBy !== null;
    if (!isTold && entries.length + removedKeys.length === 0) return [];
    return inParts(entries).map((part, index) => ({
      type: 'UserModelUpdated',
      data: {
        conversation,
        entries: part,
        removedKeys: index === 0 ? removedKeys : [],
        updatedAtMs: atMs,
        retractedMemoryIds: index === 0 ? retractedMemoryIds : [],
        reextractedBy: index === 0 ? reextractedBy : null,
      },
    }));
  },

  evolve(state, { data: { entries, removedKeys } }) {
    const changed = new Set([...removedKeys, ...entries.map(({ key }) => key)]);
    const kept = state?.entries.filter(({ key }) => !changed.has(key)) ?? [];
    return { entries: [...kept, ...entries].toSorted(bySpokenOf) };
  },
};

/** In the order in which their things were first spoken of, as user models have it. */
function bySpokenOf(one: UserModelEntry, other: UserModelEntry): number {
  return firstSpokenOf(one) - firstSpokenOf(other);
}

function firstSpokenOf({ history, firstSaidAtMs }: UserModelEntry): number {
  return history[0]?.firstSaidAtMs ?? firstSaidAtMs;
}
