import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import {
  episodeDecider,
  type EpisodeEvent,
  type EpisodeState,
  type ModelEpisode,
} from '../domain/episode/episode.js';
import { subjectOf } from '../domain/remembered-conversation.js';

export const episodeAggregate = defineAggregate<EpisodeState, ModelEpisode, EpisodeEvent>({
  category: 'episode',
  decider: episodeDecider,
  subject: ({ tenantId, after }) => (after === null ? null : subjectOf(tenantId, after.conversation)),
});

/** L2: the user model of each conversation, by its id. */
@Injectable()
export class Episodes extends CommandHandler<EpisodeState, ModelEpisode, EpisodeEvent> {
  constructor(store: MemoryStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(episodeAggregate, { store, database, clock });
  }
}
