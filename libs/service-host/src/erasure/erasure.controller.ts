import type { PersonErased, UserDeleted } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { ReactionHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { SubjectErasure } from './subject-erasure.js';

/** Erases in a context the users and people of workspaces that identity has erased. Their keys are destroyed by then. */
@EventController('erasure')
export class ErasureController {
  constructor(private readonly erasure: SubjectErasure) {}

  @ReactTo(identityEvents.UserDeleted)
  userDeleted(event: ReceivedEvent<UserDeleted>, { signal }: ReactionHandling): Promise<void> {
    return this.#erase(event, signal);
  }

  @ReactTo(identityEvents.PersonErased)
  personErased(event: ReceivedEvent<PersonErased>, { signal }: ReactionHandling): Promise<void> {
    return this.#erase(event, signal);
  }

  async #erase(event: ReceivedEvent<UserDeleted | PersonErased>, signal: AbortSignal): Promise<void> {
    const { subject } = event;
    if (subject === null) throw new TypeError('Whoever is erased is somebody.');
    await this.erasure.execute({ subject, cause: event, signal });
  }
}
