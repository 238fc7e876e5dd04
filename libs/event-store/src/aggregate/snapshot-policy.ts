import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue, type StateShape } from '@svc/kernel';

/**
 * Keeps loading short however long the stream is. States are kept as they are: plain data. Of a stream that has ended no
 * snapshot stays: its state is final, or is no object (`null`, `'deleted'`).
 */
export interface SnapshotPolicy<State> {
  /** A snapshot is written with the append that brings it at least so many events ahead of the last one. */
  readonly every: number;
  /**
   * The compiler compares it with the type of the state, so it changes with it. Snapshots of another shape are passed
   * over: a stale one can't be taken for a state of today.
   */
  readonly shape: StateShape<Extract<State, object>>;
  /** Whether nothing can follow. Such a stream is hardly ever loaded, and then from its events. Default: no state is. */
  readonly isFinal?: (state: Extract<State, object>) => boolean;
  /** Raise it when a field means something else by now though its type is the same. Default 1. */
  readonly meaning?: number;
}

/** Tells shapes and meanings of stored states apart: 32 hex digits. */
export function fingerprintOf({
  shape,
  meaning = 1,
}: {
  readonly shape: unknown;
  readonly meaning?: number;
}): string {
  return hash('sha256', canonicalJson({ shape: shape as JsonValue, meaning })).slice(0, 32);
}

/** The state as a snapshot is to hold it; undefined: none is to be kept of the stream. */
export function stateToKeep<State>(policy: SnapshotPolicy<State>, state: State): JsonObject | undefined {
  const kept = keptState(state);
  return kept && policy.isFinal?.(state as Extract<State, object>) ? undefined : kept;
}

/** The state as a snapshot holds it. */
export function keptState(state: unknown): JsonObject | undefined {
  return typeof state === 'object' && state !== null ? (state as JsonObject) : undefined;
}
