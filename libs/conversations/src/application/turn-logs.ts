import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { FewAtOnce } from '@svc/kernel';
import type { OutlinedEvent } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { bytesOf, inRuns, outlinedTurns, partsOf, type OutlinedTurn } from '../replay/outlined-turns.js';
import { foldedWith, logBegin, type LogBegin, type LoggedEvent } from '../replay/recorded-turns.js';
import { ConversationStore } from '../log/conversation-store.js';

/** The log of turns that follow each other. */
export interface TurnLog {
  /** What the conversation was before. */
  readonly begin: LogBegin;
  /** All events from the begin of the first turn to the end of the last one. */
  readonly log: readonly LoggedEvent[];
  /** What came of them after that. */
  readonly later: readonly LoggedEvent[];
  /** The ended turns of the conversation. */
  readonly total: number;
}

/** Which of the ended turns: those that follow each other. */
export type ChooseTurns = (turns: readonly OutlinedTurn[]) => readonly OutlinedTurn[];

/** Read and folded together: as they are stored, which is a third of what they take when open. */
const maxRunBytes = 4 * 1_024 * 1_024;
/** Of the turns of one request, which are held together. One turn may always be had. */
const maxTurnBytes = 24 * 1_024 * 1_024;
const maxAtOnce = 2;
const maxWaiting = 8;
/** Those of one tenant that run or wait, so that others find a place among them. */
const maxOfTenant = 4;

/**
 * The logs of some turns of a conversation, for those who look at how turns came about. What came before them is read in runs and
 * folded; what no state holds is not opened at all. So memory is bounded, however long a conversation is.
 */
@Injectable()
export class TurnLogs {
  readonly #few = new FewAtOnce(maxAtOnce);
  readonly #ofTenants = new Map<string, number>();

  constructor(
    @Inject(ConversationStore) private readonly store: Pick<ConversationStore, 'outline' | 'readVersions'>,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * @param work holds the log no longer than it runs
   * @throws DomainError `service_unavailable` while many others are looked at; `invalid_request` for turns that are too large together
   */
  async read<Result>(
    streamId: string,
    choose: ChooseTurns,
    work: (read: TurnLog) => Promise<Result> | Result,
  ): Promise<Result> {
    const tenant = streamId.split('/', 1)[0] ?? '';
    const others = this.#ofTenants.get(tenant) ?? 0;
    if (others >= maxOfTenant || this.#few.waiting >= maxWaiting) throw busy();
    this.#ofTenants.set(tenant, others + 1);
    try {
      return await this.#few.run(async () => work(await this.#read(streamId, choose)));
    } finally {
      this.#leave(tenant);
    }
  }

  #leave(tenant: string): void {
    const left = (this.#ofTenants.get(tenant) ?? 1) - 1;
    if (left === 0) this.#ofTenants.delete(tenant);
    else this.#ofTenants.set(tenant, left);
  }

  async #read(streamId: string, choose: ChooseTurns): Promise<TurnLog> {
    const outline = await this.store.outline(this.database, streamId, 'interactionId');
    const turns = outlinedTurns(outline);
    const chosen = choose(turns);
    if (chosen.length === 0) return { begin: logBegin, log: [], later: [], total: turns.length };
    const parts = partsOf(outline, chosen);
    if (chosen.length > 1 && bytesOf([...parts.turns, ...parts.later]) > maxTurnBytes) throw tooLarge();
    let begin = logBegin;
    for (const run of inRuns(parts.before, maxRunBytes))
      for (const logged of await this.#events(streamId, run)) begin = foldedWith(begin, logged);
    const log = await this.#events(streamId, parts.turns);
    const later = await this.#events(streamId, parts.later);
    return { begin, log, later, total: turns.length };
  }

  #events(streamId: string, events: readonly OutlinedEvent[]): Promise<readonly LoggedEvent[]> {
    const versions = events.map(({ version }) => version);
    if (versions.length === 0) return Promise.resolve([]);
    return this.store.readVersions<ConversationEvent>(this.database, streamId, versions);
  }
}

function busy(): DomainError {
  return new DomainError(
    'service_unavailable',
    'Too many conversations are looked at just now. Try again in a moment.',
  );
}

function tooLarge(): DomainError {
  return new DomainError(
    'invalid_request',
    'These turns are too large together. Ask for fewer turns (limit).',
  );
}
