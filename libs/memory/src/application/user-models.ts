import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import { subjectOf } from '../domain/remembered-conversation.js';
import {
  userModelDecider,
  type UpdateUserModel,
  type UserModelEvent,
  type UserModelState,
} from '../domain/user-model/user-model-decider.js';
import { userModelShape } from '../domain/user-model/user-model-shape.js';

/** An event holds whole entries: a load reads at most this many events after the snapshot. */
const eventsBetweenSnapshots = 10;

export const userModelAggregate = defineAggregate<UserModelState, UpdateUserModel, UserModelEvent>({
  category: 'user_model',
  decider: userModelDecider,
  subject: ({ tenantId, events: [first] }) => (first ? subjectOf(tenantId, first.data.conversation) : null),
  snapshots: { every: eventsBetweenSnapshots, shape: userModelShape },
});

/** L3: what is known of each user, by their id. */
@Injectable()
export class UserModels extends CommandHandler<UserModelState, UpdateUserModel, UserModelEvent> {
  constructor(store: MemoryStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(userModelAggregate, { store, database, clock });
  }
}
