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
  ModelledEpisode & { readonly modelledAtMs: number }
>;

export type ModelEpisode = ModelledEpisode & { readonly type: 'ModelEpisode' };

/** Null until it is modelled. */
export type EpisodeState = EpisodeEvent['data'] | null;

/** L2, the user model of one conversation: it is made once, in parts where it is long, and no route shows it. */
export const episodeDecider: Decider<EpisodeState, ModelEpisode & Timed, EpisodeEvent> = {
  initialState: null,

  decide: (state, { conversation, entries, atMs }) =>
    state === null
      ? inParts(entries).map((part) => ({
          type: 'EpisodeModelled',
          data: { conversation, entries: part, modelledAtMs: atMs },
        }))
      : [],

  evolve: (state, { data }) =>
    state === null ? data : { ...state, entries: [...state.entries, ...data.entries] },
};
