import { Inject, Injectable } from '@nestjs/common';
import { requestMetadata, userOfSubject, workspaceOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { awaitedConfirmations, confirmingContexts, DataKeys } from '@svc/privacy';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { Persons } from './persons.js';
import { Users } from './users.js';

/** Repeats an erasure in this context, for the installer after a restore. */
@Injectable()
export class EraseSubject {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    private readonly keys: DataKeys,
    private readonly users: Users,
    private readonly persons: Persons,
  ) {}

  /** Destroys the key of the subject and deletes its user. Does nothing when the key is destroyed. */
  async execute({ subject }: { readonly subject: string }): Promise<void> {
    const held = await this.keys.heldOf([subject]);
    if (held.length === 0) return;
    const user = userOfSubject(subject);
    if (user === null) {
      const awaited = awaitedConfirmations(subject, confirmingContexts, this.clock.now());
      await this.database.transaction(async (tx) => {
        await tx.query(this.keys.destruction(subject));
        await tx.query(awaited);
      });
      this.keys.forget(subject);
      return;
    }
    const metadata = requestMetadata('installer', { requestId: this.ids.uuid(), traceparent: undefined });
    const target = { tenantId: user.tenantId, id: user.userId, metadata };
    // No permission check: that was done when the user was deleted.
    if (workspaceOf(user.tenantId) === null) await this.users.end(target, () => Promise.resolve(undefined));
    else await this.persons.end(target);
  }
}
