import { Inject, Injectable } from '@nestjs/common';
import type { SqlFragment } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database, Statement } from '@svc/postgres';
import { DataKey, type KeySource, type SubjectKey } from '@svc/sealing';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { PRIVACY_OPTIONS, type PrivacyOptions } from '../privacy-options.js';
import {
  destruction,
  insertion,
  insertMissing,
  selectDestroyed,
  selectHeld,
  selectKeys,
  type DataKeyRow,
  type NewDataKeyRow,
} from './data-key-statements.js';
import { wrapDataKey, type StoredDataKey } from './data-key-wrapping.js';
import { OpenedDataKeys } from './opened-data-keys.js';

const keyBytes = 32;
const pageSize = 1_000;

/** A key that is not stored yet. */
export interface NewDataKey {
  readonly key: DataKey;
  /** Stores it. Part of the subject's first append, so that neither exists without the other. */
  readonly row: SqlFragment;
}

/** The keys of all subjects, wrapped by the master key, which never leaves this process. */
@Injectable()
export class DataKeys implements KeySource {
  readonly #opened: OpenedDataKeys;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(PRIVACY_OPTIONS) private readonly options: PrivacyOptions,
  ) {
    this.#opened = new OpenedDataKeys(options.masterKey, clock);
  }

  /** For a new subject. The row is refused when the subject has, or had, a key. */
  make(subject: string): NewDataKey {
    const { row, secret } = this.#make(subject);
    return { key: new DataKey(row.keyId, secret), row: insertion(row, this.clock.now()) };
  }

  /** Destroys the key for ever, also before there is one. Part of the statement that ends the subject. */
  destruction(subject: string): SqlFragment {
    return destruction(subject, this.ids.uuid(), this.clock.now());
  }

  /** After the destruction is committed: removes the opened key from memory too. */
  forget(subject: string): void {
    this.#opened.forget(subject);
  }

  /** Leaves out subjects that never had a key. One query. */
  async read(subjects: readonly string[]): Promise<ReadonlyMap<string, StoredDataKey>> {
    const { rows } = await this.database.query<DataKeyRow>(selectKeys(subjects));
    return new Map(rows.map((row) => [row.subject, this.open(row)]));
  }

  /** A key that a query has read with other data. */
  open(row: DataKeyRow): StoredDataKey {
    return this.#opened.open(row);
  }

  /** Creates the missing keys. If several create the same one, all get the stored one. */
  async ensure(subjects: readonly string[]): Promise<ReadonlyMap<string, StoredDataKey>> {
    const known = await this.read(subjects);
    const missing = subjects.filter((subject) => !known.has(subject));
    if (missing.length === 0) return known;
    const rows = missing.map((subject) => this.#make(subject).row);
    await this.database.query(insertMissing(rows, this.clock.now()));
    return new Map([...known, ...(await this.read(missing))]);
  }

  async keysOf(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    const stored = await this.read(subjects);
    return new Map([...stored].map(([subject, key]) => [subject, toSubjectKey(key)]));
  }

  /** The subjects among these with a key that is not destroyed. */
  async heldOf(subjects: readonly string[]): Promise<readonly string[]> {
    const held: string[] = [];
    for (let from = 0; from < subjects.length; from += pageSize) {
      held.push(...(await this.#subjects(selectHeld(subjects.slice(from, from + pageSize)))));
    }
    return held;
  }

  /** Subjects whose keys are destroyed, in the order of their ids. */
  async destroyed(): Promise<readonly string[]> {
    const found: string[] = [];
    for (let page; page === undefined || page.length === pageSize; found.push(...page)) {
      page = await this.#subjects(selectDestroyed(found.at(-1) ?? '', pageSize));
    }
    return found;
  }

  async #subjects(statement: Statement): Promise<readonly string[]> {
    const { rows } = await this.database.query<{ subject: string }>(statement);
    return rows.map(({ subject }) => subject);
  }

  #make(subject: string): { readonly row: NewDataKeyRow; readonly secret: Uint8Array } {
    const { masterKey, random } = this.options;
    const keyId = this.ids.uuid();
    const secret = random(keyBytes);
    return { row: wrapDataKey(masterKey, random, { subject, keyId, secret }), secret };
  }
}

export function toSubjectKey(stored: StoredDataKey): SubjectKey {
  return stored === 'erased' ? stored : new DataKey(stored.id, stored.secret);
}
