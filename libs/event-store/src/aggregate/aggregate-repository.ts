import { streamId, type Decider, type DomainEvent, type TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { AppendRequest, AppendResult, Snapshot } from '../append/append-request.js';
import type { LoadedStream } from '../reading/load-stream.js';
import type { StreamAddress } from '../events/stream-address.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';
import { fingerprintOf, stateToKeep, type SnapshotPolicy } from './snapshot-policy.js';

/** An aggregate's state, and the head of its stream when it was folded. */
export interface LoadedAggregate<State> extends StreamAddress {
  readonly id: string;
  readonly state: State;
  readonly head: StreamHead;
  /** Version of the latest known snapshot; 0 without one. */
  readonly snapshotVersion: number;
}

/** The part of an `EventStore` that a repository uses; a store of more event types fits as well. */
export interface AggregateStore<Event extends DomainEvent> {
  append(executor: Executor, request: AppendRequest<Event>): Promise<AppendResult<Event>>;
  loadStream(
    executor: Executor,
    address: StreamAddress,
    snapshotShape?: string,
  ): Promise<LoadedStream<Event>>;
}

export interface AggregateRepositoryOptions<State, Event extends DomainEvent> {
  readonly store: AggregateStore<Event>;
  readonly decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>;
  /** Middle part of the stream id: `user` in `org:demo/user/65f0…`. */
  readonly category: string;
  readonly snapshot?: SnapshotPolicy<State>;
}

export type AggregateAppend = Pick<
  AppendRequest<DomainEvent>,
  'metadata' | 'subject' | 'key' | 'guard' | 'alongside' | 'answerWithinMs'
>;

/** Loads an aggregate by folding its stream, and appends the events decided on it. */
export class AggregateRepository<State, Event extends DomainEvent> {
  readonly #store: AggregateStore<Event>;
  readonly #decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>;
  readonly #category: string;
  readonly #snapshot: SnapshotPolicy<State> | undefined;
  readonly #fingerprint: string | undefined;

  constructor({ store, decider, category, snapshot }: AggregateRepositoryOptions<State, Event>) {
    this.#store = store;
    this.#decider = decider;
    this.#category = category;
    this.#snapshot = snapshot;
    this.#fingerprint = snapshot && fingerprintOf(snapshot);
  }

  /** An aggregate that doesn't exist yet, for a new id: saves the query. */
  initial(tenantId: TenantId, id: string): LoadedAggregate<State> {
    const address = { tenantId, streamId: streamId(tenantId, this.#category, id) };
    return { ...address, id, state: this.#decider.initialState, head: emptyStreamHead, snapshotVersion: 0 };
  }

  /** One query. An aggregate that doesn't exist comes back in the initial state with version 0. */
  async load(executor: Executor, tenantId: TenantId, id: string): Promise<LoadedAggregate<State>> {
    const empty = this.initial(tenantId, id);
    const { snapshot, events, head } = await this.#store.loadStream(executor, empty, this.#fingerprint);
    // Only this class writes it, from a state of this shape.
    const start = snapshot ? (snapshot.state as State) : empty.state;
    const state = this.#fold(
      start,
      events.map(({ event }) => event),
    );
    return { ...empty, state, head, snapshotVersion: snapshot?.streamVersion ?? 0 };
  }

  /**
   * Appends the events decided on `loaded` and returns the new aggregate. Without events nothing is written.
   * @throws ConcurrencyError, FencedError, PayloadTooLargeError as `EventStore.append` does.
   */
  async append(
    executor: Executor,
    loaded: LoadedAggregate<State>,
    events: readonly Event[],
    options: AggregateAppend,
  ): Promise<LoadedAggregate<State>> {
    if (events.length === 0) {
      if (options.guard || options.alongside?.length) throw new TypeError('Rows change only with events.');
      return loaded;
    }
    const { tenantId, streamId: stream, head: expected } = loaded;
    const state = this.#fold(loaded.state, events);
    const version = expected.version + events.length;
    const snapshot = this.#snapshotOf(state, version - loaded.snapshotVersion);
    const { head } = await this.#store.append(executor, {
      ...options,
      tenantId,
      streamId: stream,
      expected,
      events,
      ...(snapshot !== undefined && { snapshot }),
    });
    const snapshotVersion = snapshot === undefined ? loaded.snapshotVersion : snapshot === null ? 0 : version;
    return { ...loaded, state, head, snapshotVersion };
  }

  /** @returns null to delete the snapshot, undefined to leave it as it is */
  #snapshotOf(state: State, versionsSince: number): Snapshot | null | undefined {
    if (this.#snapshot === undefined || this.#fingerprint === undefined) return undefined;
    const kept = stateToKeep(this.#snapshot, state);
    if (kept === undefined) return null;
    return versionsSince >= this.#snapshot.every ? { shape: this.#fingerprint, state: kept } : undefined;
  }

  #fold(start: State, events: readonly Event[]): State {
    return events.reduce((state, event) => this.#decider.evolve(state, event), start);
  }
}
