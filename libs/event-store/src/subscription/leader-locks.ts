import type { DedicatedConnection, Statement } from '@svc/postgres';

/** The right to work for a subscription, which one process has at a time. */
export interface Leadership {
  /** Aborted when it is found to be gone: the connection of the lock was lost, or a later term has begun. */
  readonly lost: AbortSignal;
  /** The number of the term that this leader has begun: a higher one in the database ends it. Undefined: it begins one. */
  hold(fence: bigint | undefined): void;
  /** Looks now, rather than at the next poll. */
  look(): Promise<void>;
  /** Gives the lock back. Never rejects. */
  end(): Promise<void>;
}

export interface Candidacy {
  readonly name: string;
  readonly signal: AbortSignal;
  /** Called each time another process leads. */
  readonly onStandby: () => void;
  /** Called when the database is unavailable; it is asked again at the next poll. */
  readonly onError: (error: unknown) => void;
}

interface Contender {
  readonly candidacy: Candidacy;
  readonly granted: PromiseWithResolvers<Leadership | undefined>;
  term: { readonly loss: AbortController; fence: bigint | undefined } | undefined;
}

interface LockRow {
  readonly name: string;
  readonly was_held: boolean;
  readonly leads: boolean;
  /** Null: nobody has led yet. */
  readonly fence: string | null;
}

export interface LeaderLocksOptions {
  /** Opens a connection of its own, not through a pooler: the locks are its session's. */
  readonly connect: () => DedicatedConnection;
  readonly schema: string;
  readonly pollMs: number;
}

/**
 * One leader per subscription, by advisory locks that the server frees when their session ends. One statement in each
 * poll keeps and asks for all names of the process. In a process, the first that asked comes first.
 */
export class LeaderLocks {
  readonly #options: LeaderLocksOptions;
  readonly #contenders = new Map<string, Contender[]>();
  /** Open as long as somebody contends. */
  #connection: DedicatedConnection | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Statements run one after the other, each with what it changes here. */
  #last: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;

  constructor(options: LeaderLocksOptions) {
    this.#options = options;
  }

  /** Resolves when this one leads; with undefined when `signal` is aborted before. */
  lead(candidacy: Candidacy): Promise<Leadership | undefined> {
    const { name, signal } = candidacy;
    if (signal.aborted) return Promise.resolve(undefined);
    const contender: Contender = { candidacy, granted: Promise.withResolvers(), term: undefined };
    this.#contenders.set(name, [...(this.#contenders.get(name) ?? []), contender]);
    const withdraw = () => {
      if (contender.term) return;
      this.#remove(contender);
      // The connection is closed with the last one.
      const left = this.#contenders.size === 0 ? this.look() : Promise.resolve();
      void left.finally(() => contender.granted.resolve(undefined));
    };
    signal.addEventListener('abort', withdraw, { once: true });
    void this.look();
    return contender.granted.promise.finally(() => signal.removeEventListener('abort', withdraw));
  }

  /** Asks the database about all names; calls before it is asked share one statement. */
  look(): Promise<void> {
    this.#nextLook ??= this.#then(() => {
      this.#nextLook = undefined;
      return this.#look();
    });
    return this.#nextLook;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#contenders.size === 0) return this.#close();
    const asked = new Map<string, Contender | undefined>();
    for (const [name, [first, ...others]] of this.#contenders) {
      // Until that term has ended the lock is not asked for again.
      if (first?.term?.loss.signal.aborted)
        for (const { candidacy } of [first, ...others]) candidacy.onStandby();
      else asked.set(name, first);
    }
    try {
      this.#connection ??= this.#options.connect();
      const { rows } = await this.#connection.query<LockRow>(this.#takeStatement([...asked.keys()]));
      for (const row of rows) await this.#judge(row, asked.get(row.name));
    } catch (error) {
      for (const contenders of this.#contenders.values()) {
        for (const { term, candidacy } of contenders) {
          term?.loss.abort(error);
          candidacy.onError(error);
        }
      }
    }
    if (this.#contenders.size === 0) return this.#close();
    this.#timer = setTimeout(() => void this.look(), this.#options.pollMs);
  }

  async #judge(
    { name, was_held: wasHeld, leads, fence }: LockRow,
    first: Contender | undefined,
  ): Promise<void> {
    const contenders = this.#contenders.get(name) ?? [];
    for (const contender of contenders) if (contender !== first || !leads) contender.candidacy.onStandby();
    if (first?.term) {
      const isFollowed = isAbove(fence, first.term.fence);
      if (!leads || !wasHeld || isFollowed) first.term.loss.abort();
      // Taken by a new session: it is another's, however long the work takes that was under way in the lost one.
      if (leads && !wasHeld) await this.#free(name);
    } else if (first && contenders.includes(first)) {
      if (leads) this.#grant(first);
    } else if (leads && contenders.length === 0) {
      await this.#free(name);
    }
  }

  #grant(contender: Contender): void {
    const loss = new AbortController();
    const term: Contender['term'] = { loss, fence: undefined };
    contender.term = term;
    contender.granted.resolve({
      lost: loss.signal,
      hold: (fence) => void (term.fence = fence),
      look: () => this.look(),
      end: () => this.#then(() => this.#giveBack(contender)),
    });
  }

  async #giveBack(contender: Contender): Promise<void> {
    this.#remove(contender);
    // A lock that can't be given back is gone with its connection, or will be found held.
    await this.#free(contender.candidacy.name).catch(() => undefined);
    if (this.#contenders.size === 0) return this.#close();
    void this.look();
  }

  #remove(contender: Contender): void {
    const { name } = contender.candidacy;
    const others = (this.#contenders.get(name) ?? []).filter((other) => other !== contender);
    if (others.length > 0) this.#contenders.set(name, others);
    else this.#contenders.delete(name);
  }

  /** Frees all locks. */
  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close().catch(() => undefined); // it was lost
  }

  #then(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #takeStatement(names: readonly string[]): Statement {
    const { schema } = this.#options;
    return {
      name: `${schema}.take_leader_locks`,
      text: `
        SELECT name, was_held, fence,
               -- Session locks count how often they were taken: one that is held is not taken again.
               CASE WHEN was_held THEN true ELSE pg_try_advisory_lock(key) END AS leads
          FROM (SELECT name, key, EXISTS (
                         SELECT FROM pg_locks
                          WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 1
                            AND (classid::bigint << 32) | objid::bigint = key) AS was_held
                  FROM (SELECT name, ${lockKey(schema)} AS key FROM unnest($1::text[]) AS name) AS keyed
                OFFSET 0) AS asked
          LEFT JOIN ${schema}.subscription_checkpoint USING (name)`,
      values: [names],
    };
  }

  async #free(name: string): Promise<void> {
    const { schema } = this.#options;
    await this.#connection?.query({
      name: `${schema}.free_leader_lock`,
      text: `SELECT pg_advisory_unlock(${lockKey(schema)}) FROM (SELECT $1::text AS name) AS freed`,
      values: [name],
    });
  }
}

/** SQL: whether any process has the lock of a name's leader. */
export function hasLeader(schema: string, name: string): string {
  return `EXISTS (
    SELECT FROM pg_locks, (SELECT ${lockKey(schema)} AS key FROM (SELECT ${name} AS name) AS named) AS keyed
     WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND (classid::bigint << 32) | objid::bigint = key
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
}

function isAbove(fence: string | null, held: bigint | undefined): boolean {
  return fence !== null && held !== undefined && BigInt(fence) > held;
}

/** 64 bits: two names with one key would exclude each other for ever. */
function lockKey(schema: string): string {
  return `hashtextextended('subscription of ${schema}: ' || name, 0)`;
}
