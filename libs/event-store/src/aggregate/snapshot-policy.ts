import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue, type StateShape } from '@svc/kernel';

/**
 * Keeps loading short however long the stream is. States are kept as they are: plain data. What is no object (`null`,
 * `'deleted'`) is not kept.
 */
export interface SnapshotPolicy<State> {
  /** A snapshot is written with the append that brings it at least so many events ahead of the last one. */
  readonly every: number;
  /**
   * The compiler compares it with the type of the state, so it changes with it. Snapshots of another shape are passed
   * over: a stale one can't be taken for a state of today.
   */
  readonly shape: StateShape<Extract<State, object>>;
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

/** The state as a snapshot holds it. */
export function keptState(state: unknown): JsonObject | undefined {
  return typeof state === 'object' && state !== null ? (state as JsonObject) : undefined;
}
