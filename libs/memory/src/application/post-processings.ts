import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import {
  postProcessingDecider,
  type PostProcessing,
  type PostProcessingCommand,
  type PostProcessingEvent,
} from '../domain/post-processing/post-processing.js';
import { subjectOf } from '../domain/remembered-conversation.js';
import { postProcessingRows } from '../projections/post-processing-rows.js';
import { postProcessingTable } from '../projections/post-processing-table.js';

export const postProcessingAggregate = defineAggregate<
  PostProcessing,
  PostProcessingCommand,
  PostProcessingEvent
>({
  category: 'post_processing',
  decider: postProcessingDecider,
  subject: ({ tenantId, after }) => (after === null ? null : subjectOf(tenantId, after.conversation)),
  rows: postProcessingRows,
  tables: [postProcessingTable],
});

/** The post-processing of each conversation, by its id. */
@Injectable()
export class PostProcessings extends CommandHandler<
  PostProcessing,
  PostProcessingCommand,
  PostProcessingEvent
> {
  constructor(store: MemoryStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(postProcessingAggregate, { store, database, clock });
  }
}
