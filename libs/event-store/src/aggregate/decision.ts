import type { EventMetadata, TenantId } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import type { DataKey } from '@svc/sealing';
import type { SqlFragment } from '../tables/sql-fragment.js';
import type { LoadedAggregate } from './aggregate-repository.js';

/** Which aggregate, and on whose behalf. */
export interface CommandTarget {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly metadata: EventMetadata;
  /** The open transaction that the change becomes a part of; a refusal ends it, so nothing is tried again in it. */
  readonly tx?: Tx | undefined;
}

/**
 * Commands that are decided one upon the other and appended as one, with what else belongs to the same statement. When
 * they lead to no event nothing is written, neither guard nor rows.
 */
export interface Decision<Command> {
  readonly commands: readonly Command[];
  /** Given the version that the stream will have. Must find a row, or nothing is appended (`FencedError`). */
  readonly guard?: ((version: number) => SqlFragment) | undefined;
  readonly alongside?: readonly SqlFragment[] | undefined;
  /** What comes before the append and takes statements of its own: both in one transaction, with each try again. */
  readonly before?: ((tx: Tx) => Promise<void>) | undefined;
  /** Of a subject that begins with this very decision: what keeps the key is among `alongside`. */
  readonly key?: DataKey | undefined;
}

/** Looks at the aggregate as it is, and may refuse by throwing. Runs again when another writer was faster. */
export type Decide<State, Command> = (
  loaded: LoadedAggregate<State>,
) => Command | Decision<Command> | Promise<Command | Decision<Command>>;

/**
 * An append whose answer was lost has come about, or still may. The log is asked; when it does not hold it, it is decided
 * and appended again: of the two the log takes one. Only when the stream has gone on without it, it can come no more.
 */
export interface Inquiry<State> {
  /** Whether what was to be appended stands in the log, behind the version that it builds on. */
  readonly hasHappened: (current: LoadedAggregate<State>, afterVersion: number) => boolean | Promise<boolean>;
  /** How long the answer to the append is waited for, in ms; then it counts as lost. */
  readonly answerWithinMs: number;
  /** Waits before the log is asked again. False: no more, and the change ends with `UnknownOutcomeError`. */
  readonly persist: () => Promise<boolean>;
}

export interface ChangeOptions<State> {
  /**
   * What the first decision is taken on, instead of a load. It may be out of date: whatever is refused because of it is
   * decided again on the state as it is.
   */
  readonly base?: LoadedAggregate<State> | undefined;
  /** The base was loaded just now: what is refused on it is refused. A lost race is decided again all the same. */
  readonly isBaseCurrent?: boolean | undefined;
  /** What to do while the outcome of an append is unknown. Without it the lost connection is the outcome. */
  readonly inquiry?: Inquiry<State> | undefined;
  /** Whether another attempt is worth it, beside those after a lost race. It may wait, or clear what is in the way. */
  readonly again?: ((error: unknown) => boolean | Promise<boolean>) | undefined;
}
