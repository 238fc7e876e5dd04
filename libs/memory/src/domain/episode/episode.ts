import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { RememberedConversation } from '../remembered-conversation.js';
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

/** L2, the user model of one conversation: it is made once, and no route shows it. */
export const episodeDecider: Decider<EpisodeState, ModelEpisode & Timed, EpisodeEvent> = {
  initialState: null,

  decide: (state, { type: _type, atMs, ...episode }) =>
    state === null ? [{ type: 'EpisodeModelled', data: { ...episode, modelledAtMs: atMs } }] : [],

  evolve: (_state, { data }) => data,
};
