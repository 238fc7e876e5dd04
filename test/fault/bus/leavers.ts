import { setTimeout as delay } from 'node:timers/promises';
import { HttpError, type ClassicClient } from '../../support/client.js';
import { signInAsNewUser } from '../../support/members.js';
import { collect } from '../../support/stream-events.js';
import { isAway } from './away.js';
import type { Credentials } from '../../support/product-process.js';

const betweenMs = 100;

/** People who come, begin a conversation and are deleted, one after the other. */
export class Leavers {
  /** Those with an acknowledged deletion. */
  readonly deleted: string[] = [];
  #stopping = false;
  #working: Promise<void> = Promise.resolve();

  constructor(
    private readonly administrator: ClassicClient,
    private readonly credentials: Credentials,
  ) {}

  /** Rejects on any error other than an unavailable service. */
  begin(): Promise<void> {
    return (this.#working = this.#work());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        const { userId, client } = await signInAsNewUser(this.administrator, this.credentials);
        await collect(client.createConversation(this.credentials.service_id)).catch(ignoreAway);
        await this.#delete(userId);
      } catch (error) {
        ignoreAway(error);
      }
      await delay(betweenMs);
    }
  }

  /** Until it is answered: a deletion that was cut off may have been carried out. */
  async #delete(userId: string): Promise<void> {
    for (;;) {
      try {
        await this.administrator.request('DELETE', `user/${userId}`);
        break;
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) break;
        ignoreAway(error);
        await delay(betweenMs);
      }
    }
    this.deleted.push(userId);
  }
}

function ignoreAway(error: unknown): void {
  if (!isAway(error)) throw error;
}
