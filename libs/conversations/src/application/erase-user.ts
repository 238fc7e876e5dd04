import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/sealing';
import { SUBJECT_KEYS, type Eraser, type ErasureRequest } from '@svc/service-host';
import { EndConversations } from './end-conversations.js';
import { EraseSubject } from './erase-subject.js';

/** Ends the conversations of a deleted user, and clears what is stored of the user. */
@Injectable()
export class EraseUser implements Eraser {
  constructor(
    private readonly eraseSubject: EraseSubject,
    private readonly endConversations: EndConversations,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
  ) {}

  /**
   * No conversation can begin once the words of its begin are refused. A turn without words can; it ends with its
   * conversation.
   * @throws as `EraseSubject` and `EndConversations`
   */
  async execute(request: ErasureRequest): Promise<void> {
    const { subject } = request;
    await this.eraseSubject.begin(request);
    // Don't ask identity for destroyed keys: after a restore it does not serve yet.
    const letGo = this.keys.pin(subject, 'erased');
    try {
      await this.endConversations.execute(request);
    } finally {
      letGo();
    }
    await this.eraseSubject.execute(request);
  }
}
