import type { UserDeleted } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { ReactionHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { SubjectErasure } from './subject-erasure.js';

/** Erases in a context the users that identity has deleted. Their keys are destroyed by then. */
@EventController('erasure')
export class ErasureController {
  constructor(private readonly erasure: SubjectErasure) {}

  @ReactTo(identityEvents.UserDeleted)
  async userDeleted(event: ReceivedEvent<UserDeleted>, { signal }: ReactionHandling): Promise<void> {
    const { subject } = event;
    if (subject === null) throw new TypeError('A user is somebody.');
    await this.erasure.execute({ subject, cause: event, signal });
  }
}
