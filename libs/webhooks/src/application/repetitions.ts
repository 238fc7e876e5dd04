import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WebhooksStore } from '../adapters/webhooks-store.js';
import {
  repetitionDecider,
  type RepeatDelivery,
  type RepetitionEvent,
  type RepetitionState,
} from '../domain/repetition/repetition.js';

export const repetitionAggregate = defineAggregate<RepetitionState, RepeatDelivery, RepetitionEvent>({
  category: 'repetition',
  decider: repetitionDecider,
  subject: () => null,
});

/** Handles the command of repetitions. */
@Injectable()
export class Repetitions extends CommandHandler<RepetitionState, RepeatDelivery, RepetitionEvent> {
  constructor(store: WebhooksStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(repetitionAggregate, { store, database, clock });
  }
}
