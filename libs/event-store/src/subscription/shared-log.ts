import type { Executor } from '@svc/postgres';
import { positionOf, type EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';
import { readLogPage, type LogPage } from '../reading/read-log-page.js';
import type { LogSignals } from '../signals/log-signals.js';
import { includes, matches, union, type LogFilter } from '../reading/log-filter.js';

/** What is kept of the pages read last: so many, and so many characters of payload and metadata. */
const maxKeptPages = 32;
const maxKeptCharacters = 4 * 1024 * 1024;

/** One subscriber's way through the log. */
export interface LogReader {
  /** The next events after a position that pass the reader's filter, at most `limit`. */
  read(after: LogPosition, limit: number): Promise<LogPage>;
  /** Has what comes after a position read while the caller works on what comes before it. */
  readAhead(after: LogPosition): void;
  leave(): void;
}

interface Place {
  readonly filter: LogFilter;
  /** Where it reads, or will read next. */
  at: LogPosition | undefined;
}

interface SharedPage extends LogPage {
  readonly after: LogPosition;
  readonly filter: LogFilter;
  readonly characters: number;
}

interface Reading {
  readonly filter: LogFilter;
  readonly page: Promise<SharedPage>;
}

/**
 * Pages of the log, shared by the subscribers of one process: a page that another has just read is not queried again.
 * Settled events never change, so neither does a page with events.
 */
export class SharedLog {
  readonly #executor: Executor;
  readonly #schema: string;
  readonly #places = new Set<Place>();
  /** Those under way, by where they begin. */
  readonly #readings = new Map<string, Reading>();
  /** The oldest first. */
  #pages: readonly SharedPage[] = [];

  constructor(executor: Executor, schema: string, signals: LogSignals) {
    this.#executor = executor;
    this.#schema = schema;
    // What was asked before the signal may not see what it tells of.
    signals.onAppended(schema, () => this.#readings.clear());
  }

  join(filter: LogFilter): LogReader {
    const place: Place = { filter, at: undefined };
    this.#places.add(place);
    return {
      read: (after, limit) => this.#read(place, after, limit),
      readAhead: (after) => this.#readAhead(after, filter),
      leave: () => void this.#places.delete(place),
    };
  }

  async #read(place: Place, after: LogPosition, limit: number): Promise<LogPage> {
    place.at = after;
    const page = await this.#pageAfter(after, place.filter, limit);
    place.at = page.reached;
    return page;
  }

  #readAhead(after: LogPosition, filter: LogFilter): void {
    if (this.#pages.some((page) => covers(page, after, filter))) return;
    this.#ask(after, filter).catch(() => undefined); // its reader asks again, and gets the error
  }

  async #pageAfter(after: LogPosition, filter: LogFilter, limit: number): Promise<LogPage> {
    const kept = this.#pages.find((page) => covers(page, after, filter));
    if (!kept) return cut(await this.#ask(after, filter), after, filter, limit);
    const page = cut(kept, after, filter, limit);
    return { ...page, isEnd: page.isEnd && kept === this.#pages.at(-1) };
  }

  #ask(after: LogPosition, filter: LogFilter): Promise<SharedPage> {
    const key = keyOf(after);
    const underway = this.#readings.get(key);
    if (underway && includes(underway.filter, filter)) return underway.page;
    // Those who stand here want this page next.
    const here = [...this.#places].filter(({ at }) => at && comparePositions(at, after) === 0);
    const wide = union(here.map((place) => place.filter));
    const page = this.#load(after, wide);
    const reading = { filter: wide, page };
    this.#readings.set(key, reading);
    const done = () => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    };
    page.then(done, done);
    return page;
  }

  async #load(after: LogPosition, filter: LogFilter): Promise<SharedPage> {
    const read = await readLogPage(this.#executor, this.#schema, after, filter);
    const page = { ...read, after, filter, characters: charactersOf(read.rows) };
    if (comparePositions(page.reached, after) > 0) this.#keep(page);
    return page;
  }

  #keep(page: SharedPage): void {
    const pages = [...this.#pages, page].slice(-maxKeptPages);
    let characters = pages.reduce((sum, kept) => sum + kept.characters, 0);
    while (characters > maxKeptCharacters) characters -= pages.shift()?.characters ?? 0;
    this.#pages = pages;
  }
}

function covers(page: SharedPage, after: LogPosition, filter: LogFilter): boolean {
  return (
    comparePositions(page.after, after) <= 0 &&
    comparePositions(after, page.reached) < 0 &&
    includes(page.filter, filter)
  );
}

function cut(page: LogPage, after: LogPosition, filter: LogFilter, limit: number): LogPage {
  const rows = page.rows.filter(
    (row) => matches(filter, row) && comparePositions(positionOf(row), after) > 0,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return { rows, reached: page.reached, isEnd: page.isEnd };
  return { rows: rows.slice(0, limit), reached: positionOf(last), isEnd: false };
}

function charactersOf(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { payload, metadata }) => sum + payload.length + metadata.length, 0);
}

function keyOf({ epoch, transactionId, position }: LogPosition): string {
  return `${epoch}/${transactionId}/${position}`;
}
