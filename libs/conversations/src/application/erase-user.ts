import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/sealing';
import { SUBJECT_KEYS, type Eraser, type ErasureRequest } from '@svc/service-host';
import { EndConversations } from './end-conversations.js';
import { EraseSubject } from './erase-subject.js';

/** Ends what goes on for a user who is deleted, and clears what is kept of them. */
@Injectable()
export class EraseUser implements Eraser {
  constructor(
    private readonly eraseSubject: EraseSubject,
    private readonly endConversations: EndConversations,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
  ) {}

  /**
   * No conversation begins once the words of its begin are refused; a turn without words may, and is ended with its
   * conversation.
   * @throws as `EraseSubject` and `EndConversations`
   */
  async execute(request: ErasureRequest): Promise<void> {
    const { subject } = request;
    await this.eraseSubject.begin(request);
    // Identity need not be asked for what is destroyed: after a restore it does not serve yet.
    const letGo = this.keys.pin(subject, 'erased');
    try {
      await this.endConversations.execute(request);
    } finally {
      letGo();
    }
    await this.eraseSubject.execute(request);
  }
}
