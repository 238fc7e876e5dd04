import type { Clock } from '@svc/kernel';
import type { MasterKey } from '@svc/sealing';
import { LRUCache } from 'lru-cache';
import type { DataKeyRow } from './data-key-statements.js';
import { openDataKey, type DataKeySecret, type StoredDataKey } from './data-key-wrapping.js';

const maxKeys = 10_000;
/** As long as a context keeps a key that it was given. */
const keptMs = 5_000;

interface OpenedDataKey {
  readonly key: DataKeySecret;
  /** What it was unwrapped from. */
  readonly wrapped: Buffer;
  readonly atMs: number;
}

/**
 * Opens stored keys, each of which a conversation asks for with every turn. Whether a key is still there the row says,
 * which is read each time; what is kept is only what unwrapping that very row has given.
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
