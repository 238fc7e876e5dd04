import type { Blobs } from '../src/blobs.js';
import { assertStorableSize, type BlobPlace } from '../src/stored-blob.js';

/** Blobs in memory, for unit tests. */
export function createMemoryBlobs(): Blobs & { readonly kept: ReadonlyMap<string, Uint8Array> } {
  const kept = new Map<string, Buffer>();
  const keyOf = ({ owner, tenantId, address }: BlobPlace) => [owner, tenantId, address].join(' ');
  return {
    kept,
    async put(blob) {
      assertStorableSize(blob.content);
      if (!kept.has(keyOf(blob))) kept.set(keyOf(blob), Buffer.from(blob.content));
    },
    get: async (place) => kept.get(keyOf(place)),
    getMany: async (places) => places.map((place) => kept.get(keyOf(place))),
    async deleteByOwner(owner) {
      for (const key of [...kept.keys()]) if (key.startsWith(`${owner} `)) kept.delete(key);
    },
  };
}
