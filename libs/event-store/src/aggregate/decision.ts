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
  /** Whether the log holds what was to be appended, after the version that it builds on. */
  readonly hasHappened: (current: LoadedAggregate<State>, afterVersion: number) => boolean | Promise<boolean>;
  /** Time limit of the append, in ms; after it the response counts as lost. */
  readonly answerWithinMs: number;
  /** Waits before the log is asked again. False: the change ends with `UnknownOutcomeError`. */
  readonly persist: () => Promise<boolean>;
}

export interface ChangeOptions<State> {
  /**
   * Base of the first decision, instead of a load. It may be stale: a rejection based on it is decided again after a
   * load.
   */
  readonly base?: LoadedAggregate<State> | undefined;
  /** The base was loaded just now, so a rejection on it is final. A lost race is still decided again. */
  readonly isBaseCurrent?: boolean | undefined;
  /** Resolves an unknown outcome. Without it the error of the lost connection is thrown. */
  readonly inquiry?: Inquiry<State> | undefined;
  /** Whether to try again after errors other than a lost race. It may wait, or remove the obstacle. */
  readonly again?: ((error: unknown) => boolean | Promise<boolean>) | undefined;
}
