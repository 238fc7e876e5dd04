import type { Clock } from '@svc/kernel';
import type { MasterKey } from '@svc/sealing';
import { LRUCache } from 'lru-cache';
import type { DataKeyRow } from './data-key-statements.js';
import { openDataKey, type DataKeySecret, type StoredDataKey } from './data-key-wrapping.js';

const maxKeys = 10_000;
/** How long a context caches a key. */
const keptMs = 5_000;

interface OpenedDataKey {
  readonly key: DataKeySecret;
  /** The wrapped form it was opened from. */
  readonly wrapped: Buffer;
  readonly atMs: number;
}

/**
 * Opens stored keys, which each turn of a conversation asks for. The row, read each time, says whether the key still
 * exists; the cache only holds what unwrapping that row gave.
 */
export class OpenedDataKeys {
  readonly #kept = new LRUCache<string, OpenedDataKey>({ max: maxKeys });

  constructor(
    private readonly masterKey: MasterKey,
    private readonly clock: Clock,
  ) {}

  /** @throws UnreadableDataKeyError */
  open(row: DataKeyRow): StoredDataKey {
    const { subject, key_id: id, wrapped_key: wrapped } = row;
    const now = this.clock.now();
    const kept = this.#kept.get(subject);
    if (kept && wrapped && isOf(kept, id, wrapped) && now - kept.atMs < keptMs) return kept.key;
    const key = openDataKey(this.masterKey, row);
    if (wrapped && key !== 'erased') this.#kept.set(subject, { key, wrapped, atMs: now });
    else this.forget(subject);
    return key;
  }

  /** The key was destroyed. */
  forget(subject: string): void {
    this.#kept.delete(subject);
  }
}

function isOf({ key, wrapped }: OpenedDataKey, id: string, stored: Buffer): boolean {
  return key.id === id && wrapped.equals(stored);
}
