import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate, type CommandTarget } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { awaitedConfirmations, confirmingContexts, DataKeys } from '@svc/privacy';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import {
  personDecider,
  type ErasePerson,
  type PersonEvent,
  type PersonState,
} from '../domain/person/person.js';

export const personAggregate = defineAggregate<PersonState, ErasePerson, PersonEvent>({
  category: 'person',
  decider: personDecider,
  subject: ({ tenantId, id }) => userSubject(tenantId, id),
});

/** People of workspaces. */
@Injectable()
export class Persons extends CommandHandler<PersonState, ErasePerson, PersonEvent> {
  constructor(
    store: IdentityStore,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly keys: DataKeys,
    @Inject(SUBJECT_KEYS) private readonly ring: KeyRing,
  ) {
    super(personAggregate, { store, database, clock });
  }

  /** Ends the person together with their key. Does nothing the second time. @throws as `change` */
  async end(target: CommandTarget): Promise<void> {
    const subject = userSubject(target.tenantId, target.id);
    await this.change(target, () => ({
      commands: [{ type: 'ErasePerson' }],
      alongside: [
        this.keys.destruction(subject),
        awaitedConfirmations(subject, confirmingContexts, this.clock.now()),
      ],
    }));
    this.ring.forget(subject);
    this.keys.forget(subject);
  }
}
