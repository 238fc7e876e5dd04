import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue, type StateShape } from '@svc/kernel';

/**
 * Bounds loading for streams of any length. States are stored as they are: plain data. A stream that has ended keeps no
 * snapshot: its state is final, or is no object (`null`, `'deleted'`).
 */
export interface SnapshotPolicy<State> {
  /** An append writes a snapshot when the stream is at least this many events past the last one. */
  readonly every: number;
  /**
   * The compiler checks it against the type of the state, so both change together. Snapshots of another shape are
   * ignored.
   */
  readonly shape: StateShape<Extract<State, object>>;
  /** Whether no event can follow. Such a stream is rarely loaded, and then from its events. Default: never. */
  readonly isFinal?: (state: Extract<State, object>) => boolean;
  /** Raise it when a field changes its meaning but not its type. Default 1. */
  readonly meaning?: number;
}

/** Fingerprint of shape and meaning of stored states: 32 hex digits. */
export function fingerprintOf({
  shape,
  meaning = 1,
}: {
  readonly shape: unknown;
  readonly meaning?: number;
}): string {
  return hash('sha256', canonicalJson({ shape: shape as JsonValue, meaning })).slice(0, 32);
}

/** The state to store in a snapshot; undefined: the stream keeps none. */
export function stateToKeep<State>(policy: SnapshotPolicy<State>, state: State): JsonObject | undefined {
  const kept = keptState(state);
  return kept && policy.isFinal?.(state as Extract<State, object>) ? undefined : kept;
}

/** The state as a snapshot holds it. */
export function keptState(state: unknown): JsonObject | undefined {
  return typeof state === 'object' && state !== null ? (state as JsonObject) : undefined;
}
