import type { Decider, DomainEvent, EventMetadata, TenantId } from '@svc/kernel';
import {
  AggregateRepository,
  decideAgain,
  type AggregateStore,
  type LoadedAggregate,
  type SnapshotPolicy,
  type SqlFragment,
} from '@svc/event-store';
import type { Executor } from '@svc/postgres';

export interface CommandHandlerOptions<State, Command, Event extends DomainEvent> {
  readonly store: AggregateStore<Event>;
  readonly decider: Decider<State, Command, Event>;
  /** Middle part of the stream id: `user`. */
  readonly category: string;
  readonly snapshot?: SnapshotPolicy<State>;
  /** The read model's rows, written in the statement that appends the events. */
  readonly rows: (orgId: string, events: readonly Event[], id: string) => readonly SqlFragment[];
}

/** Which aggregate, and on whose behalf. */
export interface CommandTarget {
  readonly tenantId: TenantId;
  /** The organization that the tenant stands for. */
  readonly orgId: string;
  readonly id: string;
  readonly metadata: EventMetadata;
}

/** Load, decide, append: what every use case that changes one aggregate does. */
export class CommandHandler<State, Command, Event extends DomainEvent> {
  readonly #options: CommandHandlerOptions<State, Command, Event>;
  readonly #repository: AggregateRepository<State, Event>;

  constructor(options: CommandHandlerOptions<State, Command, Event>) {
    this.#options = options;
    this.#repository = new AggregateRepository(options);
  }

  /** For an id that no aggregate has yet, so nothing is loaded. @throws ConcurrencyError when one has. */
  async create(executor: Executor, target: CommandTarget, command: Command): Promise<State> {
    return this.#append(
      executor,
      target,
      this.#repository.initial(target.tenantId, target.id),
      () => command,
    );
  }

  /**
   * @param commandFor looks at the state and may refuse by throwing. Called again when another writer was faster.
   * @throws ConcurrencyError when it lost every race; whatever `commandFor` and the decider throw.
   */
  async change(
    executor: Executor,
    target: CommandTarget,
    commandFor: (state: State) => Command | Promise<Command>,
  ): Promise<State> {
    return decideAgain(async () => {
      const loaded = await this.#repository.load(executor, target.tenantId, target.id);
      return this.#append(executor, target, loaded, commandFor);
    });
  }

  async #append(
    executor: Executor,
    { orgId, id, metadata }: CommandTarget,
    loaded: LoadedAggregate<State>,
    commandFor: (state: State) => Command | Promise<Command>,
  ): Promise<State> {
    const { decider, rows } = this.#options;
    const events = decider.decide(loaded.state, await commandFor(loaded.state));
    const alongside = rows(orgId, events, id);
    const { state } = await this.#repository.append(executor, loaded, events, { metadata, alongside });
    return state;
  }
}
