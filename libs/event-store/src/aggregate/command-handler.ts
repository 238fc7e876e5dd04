import { DomainError } from '@svc/errors';
import type { Clock, DomainEvent, TenantId } from '@svc/kernel';
import { DatabaseUnavailableError, type Database, type Executor, type Tx } from '@svc/postgres';
import { ConcurrencyError, UnknownOutcomeError } from '../errors.js';
import type { Aggregate } from './aggregate.js';
import { AggregateRepository, type AggregateStore, type LoadedAggregate } from './aggregate-repository.js';
import type { ChangeOptions, CommandTarget, Decide, Decision, Inquiry } from './decision.js';
import { limitLockWait, LostAppend, toLostAppend } from './lost-append.js';

/** In each round at least one writer of the stream succeeds, so few are enough. */
const maxAttempts = 5;

export interface CommandHandlerOptions<Event extends DomainEvent> {
  readonly store: AggregateStore<Event>;
  readonly database: Database;
  /** Gives commands their time. */
  readonly clock: Clock;
}

/** The aggregate after a command, and what the command led to. */
export interface HandledCommand<State, Event extends DomainEvent> extends LoadedAggregate<State> {
  /** Empty when nothing was to change, and when the log held it already (`Inquiry`). */
  readonly events: readonly Event[];
}

/**
 * Load, decide, append: how every command of every aggregate is handled. When another command was faster on the same
 * stream, the decision is taken again on what is there by now.
 */
export class CommandHandler<State, Command extends { readonly type: string }, Event extends DomainEvent> {
  readonly #aggregate: Aggregate<State, Command, Event>;
  readonly #repository: AggregateRepository<State, Event>;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(
    aggregate: Aggregate<State, Command, Event>,
    { store, database, clock }: CommandHandlerOptions<Event>,
  ) {
    const { decider, category, snapshots: snapshot } = aggregate;
    this.#aggregate = aggregate;
    this.#repository = new AggregateRepository({ store, decider, category, ...(snapshot && { snapshot }) });
    this.#database = database;
    this.#clock = clock;
  }

  /** An aggregate that doesn't exist yet, for an id just made. No query. */
  initial(tenantId: TenantId, id: string): LoadedAggregate<State> {
    return this.#repository.initial(tenantId, id);
  }

  /** One query. An aggregate that doesn't exist comes back in the initial state with version 0. */
  load(tenantId: TenantId, id: string, executor: Executor = this.#database): Promise<LoadedAggregate<State>> {
    return this.#repository.load(executor, tenantId, id);
  }

  /**
   * For an id that no aggregate has yet, so nothing is loaded.
   * @throws ConcurrencyError when one has; FencedError; UnknownOutcomeError; whatever the decider throws.
   */
  create(
    target: CommandTarget,
    decision: Command | Decision<Command>,
    options: Pick<ChangeOptions<State>, 'inquiry' | 'again'> = {},
  ): Promise<HandledCommand<State, Event>> {
    const start = this.initial(target.tenantId, target.id);
    return this.#handle(target, start, () => decision, options, isOutOfOrder);
  }

  /**
   * @throws ConcurrencyError when it lost every race; FencedError; UnknownOutcomeError; whatever `decide` and the decider
   * throw.
   */
  async change(
    target: CommandTarget,
    decide: Decide<State, Command>,
    options: ChangeOptions<State> = {},
  ): Promise<HandledCommand<State, Event>> {
    const { base, isBaseCurrent = false } = options;
    const start = base ?? (await this.load(target.tenantId, target.id, target.tx));
    const mayBeOutdated = (on: LoadedAggregate<State> | undefined) =>
      base !== undefined && on === base && !isBaseCurrent;
    return this.#handle(
      target,
      start,
      decide,
      options,
      (error, on) => error instanceof ConcurrencyError || (isRefusal(error) && mayBeOutdated(on)),
    );
  }

  async #handle(
    target: CommandTarget,
    start: LoadedAggregate<State>,
    decide: Decide<State, Command>,
    { inquiry, again }: ChangeOptions<State>,
    isLate: (error: unknown, on: LoadedAggregate<State> | undefined) => boolean,
  ): Promise<HandledCommand<State, Event>> {
    let current: LoadedAggregate<State> | undefined = start;
    /** The version that the lost append builds on, while it may have come about or still come. */
    let doubted: number | undefined;
    let attempts = 0;
    for (;;) {
      try {
        current ??= await this.load(target.tenantId, target.id);
        if (doubted === undefined) return await this.#attempt(target, current, decide, inquiry);
        if (await inquiry?.hasHappened(current, doubted)) return { ...current, events: [] };
        // The stream has gone on without it: what builds on an older head is refused, whenever it comes.
        if (current.head.version > doubted) doubted = undefined;
        return await this.#attemptAgain(target, current, decide, inquiry);
      } catch (error) {
        const reason = error instanceof LostAppend ? error.cause : error;
        // What fails in a transaction ends it: there is nothing left to ask or to try.
        if (target.tx !== undefined) throw reason;
        if (inquiry && current && error instanceof LostAppend) doubted = current.head.version;
        if (doubted !== undefined) {
          // A refusal may be the doing of the very append that is in doubt: the log tells.
          if (!(await inquiry?.persist())) throw new UnknownOutcomeError(start.streamId, reason);
        } else {
          attempts += 1;
          const isWorthAnother =
            attempts < maxAttempts && (isLate(reason, current) || (await again?.(reason)) === true);
          if (!isWorthAnother) throw reason;
        }
        current = undefined;
      }
    }
  }

  /** After a lost one. */
  #attemptAgain(
    target: CommandTarget,
    loaded: LoadedAggregate<State>,
    decide: Decide<State, Command>,
    inquiry: Inquiry<State> | undefined,
  ): Promise<HandledCommand<State, Event>> {
    const work = this.#database.transaction(async (tx) => {
      await tx.query(limitLockWait);
      return this.#attempt({ ...target, tx }, loaded, decide, inquiry);
    });
    return work.catch((error: unknown) => {
      // That of the commit is as much of a loss.
      throw toLostAppend(error);
    });
  }

  async #attempt(
    { metadata, tx }: CommandTarget,
    loaded: LoadedAggregate<State>,
    decide: Decide<State, Command>,
    inquiry: Inquiry<State> | undefined,
  ): Promise<HandledCommand<State, Event>> {
    const decision = toDecision(await decide(loaded));
    const { events, after } = this.#decideAll(loaded.state, decision.commands);
    if (events.length === 0) return { ...loaded, events };
    const { tenantId, id, state: before } = loaded;
    const change = { tenantId, id, before, after, events };
    const { head } = loaded;
    const subject = head.version === 0 ? this.#aggregate.subject(change) : head.subject;
    const rows = this.#aggregate.rows?.(change) ?? [];
    const guard = decision.guard?.(head.version + events.length);
    const append = (executor: Executor) =>
      this.#repository.append(executor, loaded, events, {
        metadata,
        key: decision.key,
        subject,
        alongside: [...(decision.alongside ?? []), ...rows],
        ...(guard && { guard }),
        ...(inquiry && { answerWithinMs: inquiry.answerWithinMs }),
      });
    const { before: first } = decision;
    const together = async (open: Tx) => {
      await first?.(open);
      return append(open);
    };
    const work = first ? this.#within(tx, together) : append(tx ?? this.#database);
    const appended = await work.catch((error: unknown) => {
      throw toLostAppend(error);
    });
    return { ...appended, events };
  }

  #within<Result>(open: Tx | undefined, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return open ? work(open) : this.#database.transaction(work);
  }

  #decideAll(before: State, commands: readonly Command[]) {
    const { decider } = this.#aggregate;
    const atMs = this.#clock.now();
    const events: Event[] = [];
    let after = before;
    for (const command of commands) {
      const decided = decider.decide(after, { ...command, atMs });
      for (const event of decided) after = decider.evolve(after, event);
      events.push(...decided);
    }
    return { events, after };
  }
}

function toDecision<Command extends { readonly type: string }>(
  decided: Command | Decision<Command>,
): Decision<Command> {
  return 'commands' in decided && !('type' in decided) ? decided : { commands: [decided as Command] };
}

/** The race was not for the stream, which is unchanged, so the decision still holds. */
function isOutOfOrder(error: unknown): boolean {
  return error instanceof ConcurrencyError && error.actualVersion === error.expectedVersion;
}

/** A decision against the caller, not a failure on the way to it. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && !(error instanceof DatabaseUnavailableError);
}
