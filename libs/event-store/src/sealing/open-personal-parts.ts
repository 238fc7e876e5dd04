import { openBlob, type BlobPlace } from '@svc/blobs';
import type { JsonObject } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { DataKey } from '@svc/sealing';
import { parseJsonObject } from '../events/storable-json.js';
import { openEventPart, type PersonalPart, type SealedPlaceOfEvent } from './sealed-payload.js';
import type { Vault } from './vault.js';

/** The personal part of a stored event, and all that it is bound to. */
export interface StoredPart extends SealedPlaceOfEvent {
  readonly subject: string;
  readonly part: PersonalPart;
}

/**
 * Opens the personal parts of a page of events: one question for all of its keys, and one for what stands beside events.
 * @returns in the order of the parts; undefined for those whose subject is erased.
 * @throws DomainError `service_unavailable` when keys can't be had now; BrokenSealError
 */
export async function openPersonalParts(
  executor: Executor,
  parts: readonly StoredPart[],
  { keys, blobs }: Vault,
): Promise<readonly (JsonObject | undefined)[]> {
  if (parts.length === 0) return [];
  const found = await keys.getAll(parts.map(({ subject }) => subject));
  const keyOf = ({ subject }: StoredPart): DataKey | undefined => {
    const key = found.get(subject);
    return key === 'erased' ? undefined : key;
  };
  const places = parts.flatMap((stored) => (keyOf(stored) ? (blobPlace(stored) ?? []) : []));
  const contents = (await blobs?.getMany(places, executor)) ?? [];
  const contentAt = new Map(
    places.map(({ owner, address }, index) => [`${owner} ${address}`, contents[index]]),
  );
  return parts.map((stored) => {
    const key = keyOf(stored);
    if (!key) return undefined;
    if ('sealed' in stored.part) return parseJsonObject(openEventPart(stored.part.sealed, stored, key));
    const place = { tenantId: stored.tenantId, owner: stored.subject, address: stored.part.blob };
    // It goes with its subject alone: the key is one that was still known here when it was destroyed.
    const content = contentAt.get(`${place.owner} ${place.address}`);
    return content && parseJsonObject(openBlob({ ...place, content }, key).toString());
  });
}

function blobPlace({ tenantId, subject, part }: StoredPart): BlobPlace | undefined {
  return 'blob' in part ? { tenantId, owner: subject, address: part.blob } : undefined;
}
