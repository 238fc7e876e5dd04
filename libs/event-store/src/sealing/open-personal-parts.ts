import { openBlob, type BlobPlace } from '@svc/blobs';
import type { JsonObject } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { DataKey } from '@svc/sealing';
import { erasedAmong } from '../erasure/erased-among.js';
import { parseJsonObject } from '../events/storable-json.js';
import { openEventPart, type PersonalPart, type SealedPlaceOfEvent } from './sealed-payload.js';
import type { Vault } from './vault.js';

/** The personal part of a stored event, and all that it is bound to. */
export interface StoredPart extends SealedPlaceOfEvent {
  readonly subject: string;
  readonly part: PersonalPart;
}

/** A log whose personal parts are read. */
export interface SealedLog {
  readonly schema: string;
  readonly vault: Vault;
}

/** The part next to an event is missing, but its subject is not erased: damage, not an erasure. */
export class LostPartError extends Error {
  override readonly name = 'LostPartError';

  constructor({ eventId, streamId }: StoredPart) {
    super(`The personal part of event ${eventId} of ${streamId} is lost: restore the blob from a backup.`);
  }
}

/**
 * Opens the personal parts of a page of events: one question for all of its keys, and one for what stands beside events.
 * @returns in the order of the parts; undefined for those whose subject is erased.
 * @throws DomainError `service_unavailable` when keys can't be had now; BrokenSealError; LostPartError
 */
export async function openPersonalParts(
  executor: Executor,
  parts: readonly StoredPart[],
  { schema, vault: { keys, blobs } }: SealedLog,
): Promise<readonly (JsonObject | undefined)[]> {
  if (parts.length === 0) return [];
  const found = await keys.getAll(parts.map(({ subject }) => subject));
  const keyOf = ({ subject }: StoredPart): DataKey | undefined => {
    const key = found.get(subject);
    return key === 'erased' ? undefined : key;
  };
  const beside = parts.flatMap((stored) => {
    const place = keyOf(stored) && blobPlace(stored);
    return place ? [{ stored, place }] : [];
  });
  if (beside.length > 0 && !blobs)
    throw new TypeError('A log with events of large personal parts needs blobs.');
  const contents =
    (await blobs?.getMany(
      beside.map(({ place }) => place),
      executor,
    )) ?? [];
  const contentOf = new Map(beside.map(({ stored }, index) => [stored, contents[index]]));
  await assertErased(
    executor,
    schema,
    beside.flatMap(({ stored }) => (contentOf.get(stored) ? [] : stored)),
  );
  return parts.map((stored) => {
    const key = keyOf(stored);
    if (!key) return undefined;
    if ('sealed' in stored.part) return parseJsonObject(openEventPart(stored.part.sealed, stored, key));
    const place = { tenantId: stored.tenantId, owner: stored.subject, address: stored.part.blob };
    const content = contentOf.get(stored);
    return content && parseJsonObject(openBlob({ ...place, content }, key).toString());
  });
}

function blobPlace({ tenantId, subject, part }: StoredPart): BlobPlace | undefined {
  return 'blob' in part ? { tenantId, owner: subject, address: part.blob } : undefined;
}

/** Parts that are gone though the key is still known here: they went with their subject. @throws LostPartError */
async function assertErased(
  executor: Executor,
  schema: string,
  missing: readonly StoredPart[],
): Promise<void> {
  if (missing.length === 0) return;
  const erased = await erasedAmong(
    executor,
    schema,
    missing.map(({ subject }) => subject),
  );
  const lost = missing.find(({ subject }) => !erased.has(subject));
  if (lost) throw new LostPartError(lost);
}
