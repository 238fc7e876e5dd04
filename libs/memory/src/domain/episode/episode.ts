import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { RememberedConversation } from '../remembered-conversation.js';
import { inParts } from '../user-model/entry-parts.js';
import type { UserModelEntry } from '../user-model/user-model.js';

interface ModelledEpisode {
  readonly conversation: RememberedConversation;
  readonly entries: readonly UserModelEntry[];
}

export type EpisodeEvent = DomainEvent<
  'EpisodeModelled',
  ModelledEpisode & {
    readonly modelledAtMs: number;
    /** Not empty: the first part of an episode in the place of the one before. */
    readonly retractedMemoryIds: readonly string[];
  }
>;

export type ModelEpisode = ModelledEpisode & {
  readonly type: 'ModelEpisode';
  /** Memories of the conversation whose retraction has led to it; empty: its end has. */
  readonly retractedMemoryIds: readonly string[];
};

/** Null until it is modelled. */
export type EpisodeState = ModelledEpisode | null;

/**
 * L2, the user model of one conversation, in parts where it is long; no route shows it. It is made once, and again when
 * memories are retracted after that: before it, the stage that makes it finds them gone.
 */
export const episodeDecider: Decider<EpisodeState, ModelEpisode & Timed, EpisodeEvent> = {
  initialState: null,

  decide(state, { conversation, entries, retractedMemoryIds, atMs }) {
    const isRetraction = retractedMemoryIds.length > 0;
    if ((state === null) === isRetraction) return [];
    return inParts(entries).map((part, index) => ({
      type: 'EpisodeModelled',
      data: {
        conversation,
        entries: part,
        modelledAtMs: atMs,
        retractedMemoryIds: index === 0 ? retractedMemoryIds : [],
      },
    }));
  },

  evolve(state, { data: { conversation, entries, retractedMemoryIds } }) {
    const before = retractedMemoryIds.length > 0 ? [] : (state?.entries ?? []);
    return { conversation, entries: [...before, ...entries] };
  },
};
