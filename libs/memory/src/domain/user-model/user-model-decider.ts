import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { ExtractorVersion } from '../extractor-version.js';
import type { RememberedConversation } from '../remembered-conversation.js';
import { inParts } from './entry-parts.js';
import type { UserModel, UserModelEntry } from './user-model.js';

interface UserModelChange {
  /** The conversation that caused it, or whose memories have changed. */
  readonly conversation: RememberedConversation;
  /** New and changed entries, each as it is from now on. */
  readonly entries: readonly UserModelEntry[];
  /** Keys of removed entries. */
  readonly removedKeys: readonly string[];
  /** Memories whose retraction caused it. */
  readonly retractedMemoryIds: readonly string[];
  /** The extractor that caused it. Without either, the end of the conversation did. */
  readonly reextractedBy: ExtractorVersion | null;
}

export type UserModelEvent = DomainEvent<
  'UserModelUpdated',
  UserModelChange & { readonly updatedAtMs: number }
>;

export interface UpdateUserModel {
  readonly type: 'UpdateUserModel';
  readonly conversation: RememberedConversation;
  /** The user model from now on. */
  readonly model: UserModel;
  /** Memories of the conversation whose retraction caused it. */
  readonly retractedMemoryIds: readonly string[];
  /** The extractor whose memories replaced those of another one. */
  readonly reextractedBy: ExtractorVersion | null;
}

/** Null before the first memory of the user. */
export type UserModelState = UserModel | null;

/**
 * L3, what is known of a user over all conversations with one organization. An event has the changes, or a part of
 * them.
 */
export const userModelDecider: Decider<UserModelState, UpdateUserModel & Timed, UserModelEvent> = {
  initialState: null,

  decide(state, { conversation, model, retractedMemoryIds, reextractedBy, atMs }) {
    const before = new Map(state?.entries.map((entry) => [entry.key, JSON.stringify(entry)]));
    const entries = model.entries.filter((entry) => before.get(entry.key) !== JSON.stringify(entry));
    const left = new Set(model.entries.map(({ key }) => key));
    const removedKeys = [...before.keys()].filter((key) => !left.has(key));
    // Changed memories are recorded even if the model stays the same: a concurrent run based on the old memories then
    // loses its race.
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

/** In the order in which each topic was first mentioned, as in user models. */
function bySpokenOf(one: UserModelEntry, other: UserModelEntry): number {
  return firstSpokenOf(one) - firstSpokenOf(other);
}

function firstSpokenOf({ history, firstSaidAtMs }: UserModelEntry): number {
  return history[0]?.firstSaidAtMs ?? firstSaidAtMs;
}
