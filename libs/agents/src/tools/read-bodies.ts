import type { TenantId } from '@svc/kernel';
import type { VersionBodies } from '../adapters/version-bodies.js';
import type { StoredTool } from '../projections/tool-queries.js';

/** Bodies by their rows. They were checked before they were stored. */
export async function readBodies<Body>(
  bodies: VersionBodies,
  owned: { readonly tenantId: TenantId; readonly category: string },
  stored: readonly StoredTool[],
): Promise<ReadonlyMap<StoredTool, Body>> {
  const texts = await bodies.readAll(
    stored.map(({ id, bodyAddress: address, bodyJson: inlineJson }) => ({
      ...owned,
      id,
      body: { address, inlineJson },
    })),
  );
  return new Map(stored.map((row, index) => [row, JSON.parse(texts[index] ?? '{}') as Body]));
}
