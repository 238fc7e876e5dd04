import { Injectable } from '@nestjs/common';
import type { Eraser, ErasureRequest } from '@svc/service-host';
import { EndConversations } from './end-conversations.js';
import { EraseSubject } from './erase-subject.js';

/** Ends what goes on for a user who is deleted, and clears what is kept of them. */
@Injectable()
export class EraseUser implements Eraser {
  constructor(
    private readonly eraseSubject: EraseSubject,
    private readonly endConversations: EndConversations,
  ) {}

  /**
   * No conversation begins once the words of its begin are refused; a turn without words may, and is ended with its
   * conversation.
   * @throws as `EraseSubject` and `EndConversations`
   */
  async execute(request: ErasureRequest): Promise<void> {
    await this.eraseSubject.begin(request.subject);
    await this.endConversations.execute(request);
    await this.eraseSubject.execute(request);
  }
}
