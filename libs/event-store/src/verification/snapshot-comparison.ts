import { canonicalJson } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { fingerprintOf, keptState } from '../aggregate/snapshot-policy.js';
import type { EventRow } from '../events/event-row.js';
import type { LoadedLog } from '../reading/load-stream.js';
import { openSnapshot } from '../sealing/open-snapshot.js';

/** A snapshot without its state. */
export interface SnapshotHead {
  readonly streamVersion: number;
  readonly eventHash: Buffer;
  readonly shape: string;
}

/** What a snapshot is compared with: the stream, folded up to its event. */
export interface ComparedStream {
  readonly aggregate: { readonly snapshots?: { readonly shape: unknown; readonly meaning?: number } };
  readonly state: unknown;
}

export interface Verdict {
  readonly isViolation: boolean;
  readonly reason: string;
}

const differs: Verdict = {
  isViolation: true,
  reason: 'the snapshot differs from what the events up to it come to',
};
const broken: Verdict = { isViolation: true, reason: 'the snapshot does not open: it was moved or changed' };
const erased: Verdict = {
  isViolation: false,
  reason: 'the snapshot is of an erased subject and does not open',
};
const otherShape: Verdict = {
  isViolation: false,
  reason: 'the snapshot is of another release, and not used',
};

export async function snapshotsOf(
  executor: Executor,
  schema: string,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, SnapshotHead>> {
  const { rows } = await executor.query<{
    stream_id: string;
    stream_version: number;
    event_hash: Buffer;
    shape: string;
  }>({
    name: `${schema}.verify_snapshot_heads`,
    text: `SELECT stream_id, stream_version, event_hash, shape FROM ${schema}.snapshot WHERE stream_id = ANY ($1)`,
    values: [streamIds],
  });
  return new Map(
    rows.map(({ stream_id, stream_version: streamVersion, event_hash: eventHash, shape }) => [
      stream_id,
      { streamVersion, eventHash, shape },
    ]),
  );
}

/** Compares snapshots with states that were folded only from events. */
export class SnapshotComparison {
  constructor(
    private readonly executor: Executor,
    private readonly log: LoadedLog,
  ) {}

  /**
   * @param at the event that the snapshot stands at; whether it names it rightly is judged elsewhere.
   * @returns undefined when nothing is to be said.
   */
  async judge(at: EventRow, head: SnapshotHead, stream: ComparedStream): Promise<Verdict | undefined> {
    if (!at.hash.equals(head.eventHash)) return undefined;
    const { snapshots } = stream.aggregate;
    if (!snapshots || fingerprintOf(snapshots) !== head.shape) return otherShape;
    const state = await this.#stateOf(at);
    // Replaced by a newer one meanwhile.
    if (state === undefined) return undefined;
    const { tenant_id: tenantId, stream_id: streamId, stream_version: streamVersion, subject } = at;
    const place = { tenantId, streamId, streamVersion, subject };
    const opened = await openSnapshot({ ...place, state }, this.log.vault);
    if (opened === 'erased') return erased;
    if (opened === 'broken') return broken;
    const folded = keptState(stream.state);
    return folded && canonicalJson(folded) === canonicalJson(opened) ? undefined : differs;
  }

  async #stateOf({ stream_id, stream_version }: EventRow): Promise<string | undefined> {
    const { schema } = this.log;
    const { rows } = await this.executor.query<{ state: string }>({
      name: `${schema}.verify_snapshot_state`,
      text: `SELECT state FROM ${schema}.snapshot WHERE stream_id = $1 AND stream_version = $2`,
      values: [stream_id, stream_version],
    });
    return rows[0]?.state;
  }
}
