import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { ExtractorVersion } from '../extractor-version.js';
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
    /** Not empty: the first part of an episode that replaces an earlier one. */
    readonly retractedMemoryIds: readonly string[];
    /** Not null: the same. */
    readonly reextractedBy: ExtractorVersion | null;
  }
>;

export type ModelEpisode = ModelledEpisode & {
  readonly type: 'ModelEpisode';
  /** Memories of the conversation whose retraction caused it. */
  readonly retractedMemoryIds: readonly string[];
  /** The extractor that caused it. Without either, the end of the conversation did. */
  readonly reextractedBy: ExtractorVersion | null;
};

/** Null before it is modelled. */
export type EpisodeState = ModelledEpisode | null;

/**
 * L2, the user model of one conversation, in parts if it is long. No route shows it. It is made by its stage, and again
 * when the conversation's memories change later.
 */
export const episodeDecider: Decider<EpisodeState, ModelEpisode & Timed, EpisodeEvent> = {
  initialState: null,

  decide(state, { conversation, entries, retractedMemoryIds, reextractedBy, atMs }) {
    if ((state === null) === isRemade({ retractedMemoryIds, reextractedBy })) return [];
    return inParts(entries).map((part, index) => ({
      type: 'EpisodeModelled',
      data: {
        conversation,
        entries: part,
        modelledAtMs: atMs,
        retractedMemoryIds: index === 0 ? retractedMemoryIds : [],
        reextractedBy: index === 0 ? reextractedBy : null,
      },
    }));
  },

  evolve(state, { data }) {
    const before = isRemade(data) ? [] : (state?.entries ?? []);
    return { conversation: data.conversation, entries: [...before, ...data.entries] };
  },
};

/** Whether it replaces an earlier one. */
function isRemade({
  retractedMemoryIds,
  reextractedBy,
}: Pick<ModelEpisode, 'retractedMemoryIds' | 'reextractedBy'>): boolean {
  return retractedMemoryIds.length > 0 || reextractedBy !== null;
}
