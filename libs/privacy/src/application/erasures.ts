import { Inject, Injectable } from '@nestjs/common';
import { DomainError, StartupError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { DataKeys } from '../adapters/data-keys.js';
import { PRIVACY_OPTIONS, type PrivacyOptions } from '../privacy-options.js';

/** First half of the advisory lock's key: "eral" in ASCII. */
const lockClass = 0x6572616c;

/** Keeps the list of erased subjects outside the database and the keys in it in step. */
@Injectable()
export class Erasures {
  /** The list may lack subjects that the database has. */
  #isBehind = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PRIVACY_OPTIONS) private readonly options: PrivacyOptions,
    private readonly keys: DataKeys,
  ) {}

  /**
   * Runs what destroys the key of a subject, and resolves once the list has the subject too. The next erasure or start
   * adds what an error or crash left out.
   * @throws DomainError as `destroy` does; `service_unavailable` when the list can't be written
   */
  async recording(subject: string, destroy: () => Promise<unknown>): Promise<void> {
    if (this.#isBehind) await this.catchUp().catch(notRecorded);
    try {
      await destroy();
      await this.#add([subject]);
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'service_unavailable') throw error;
      this.#isBehind = true;
      notRecorded(error);
    }
  }

  /**
   * Before anything is served.
   * @throws StartupError when the database holds keys of erased subjects, and when the list can't be used
   */
  async start(): Promise<void> {
    const revived = await this.revived();
    if (revived.length > 0) throw restored(revived.length);
    await this.catchUp();
  }

  /** Erased subjects with keys in the database, which was restored from a backup. */
  async revived(): Promise<readonly string[]> {
    return this.keys.heldOf([...(await this.options.erasures.read())]);
  }

  /** Adds the erasures in the database that the list lacks. @throws StartupError when the list can't be used */
  async catchUp(): Promise<void> {
    // First, so that an error with a later addition can set it again.
    this.#isBehind = false;
    try {
      const listed = await this.options.erasures.read();
      const destroyed = await this.keys.destroyed();
      await this.#add(destroyed.filter((subject) => !listed.has(subject)));
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }

  /** One writer at a time over all processes and hosts: all that write this list share this database. */
  #add(subjects: readonly string[]): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query(takeLock);
      await this.options.erasures.add(subjects);
    });
  }
}

function notRecorded(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  throw new DomainError(
    'service_unavailable',
    'Whom is deleted can not be recorded safely at present: ask for the deletion again later.',
    { cause: error, privateDetail: error.message },
  );
}

function restored(subjects: number): StartupError {
  return new StartupError(
    `The database holds the keys of ${subjects} people who were erased, as after a restore from a backup: erase them again with npm run admin -- privacy reapply, then start.`,
  );
}

const takeLock = {
  name: 'identity.lock_erasure_list',
  text: 'SELECT pg_advisory_xact_lock($1, 0)',
  values: [lockClass],
};
