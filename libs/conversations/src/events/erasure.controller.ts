import type { UserDeleted } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { EraseSubject } from '../application/erase-subject.js';

/** Erases here whoever is deleted in identity: their key is destroyed by then. */
@EventController('erasure')
export class ErasureController {
  constructor(private readonly eraseSubject: EraseSubject) {}

  @ReactTo(identityEvents.UserDeleted)
  async userDeleted({ subject }: Pick<ReceivedEvent<UserDeleted>, 'subject'>): Promise<void> {
    if (subject === null) throw new TypeError('A user is somebody.');
    await this.eraseSubject.execute({ subject });
  }
}
