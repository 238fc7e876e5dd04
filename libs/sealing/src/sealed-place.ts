import type { TenantId } from '@svc/kernel';
import { lengthPrefixed } from './length-prefixed.js';

/** Where a sealed value belongs. It opens nowhere else: whoever moves it finds it shut. */
export type SealedPlace =
  | {
      readonly purpose: 'event';
      readonly tenantId: TenantId;
      readonly streamId: string;
      readonly eventId: string;
      readonly eventType: string;
      readonly schemaVersion: number;
    }
  | {
      readonly purpose: 'column';
      readonly tenantId: TenantId;
      /** With its schema: `conversations.message`. */
      readonly table: string;
      readonly primaryKey: readonly (string | number)[];
      readonly column: string;
    }
  | {
      readonly purpose: 'snapshot';
      readonly tenantId: TenantId;
      readonly streamId: string;
      readonly streamVersion: number;
    }
  | {
      readonly purpose: 'blob';
      readonly tenantId: TenantId;
      readonly owner: string;
      readonly address: string;
    };

export type SealPurpose = SealedPlace['purpose'];

/**
 * The place as bytes, for the associated data of the cipher: each part behind its length, so that no two places have the
 * same bytes.
 */
export function associatedData(place: SealedPlace): Buffer {
  return lengthPrefixed([place.purpose, place.tenantId, ...partsOf(place)]);
}

/** For the installer: ids and names of ours, nothing of what is sealed there. */
export function describePlace(place: SealedPlace): string {
  return partsOf(place).join(' ');
}

function partsOf(place: SealedPlace): readonly (string | number)[] {
  switch (place.purpose) {
    case 'event':
      return [place.streamId, place.eventId, place.eventType, place.schemaVersion];
    case 'column':
      return [place.table, place.column, ...place.primaryKey];
    case 'snapshot':
      return [place.streamId, place.streamVersion];
    case 'blob':
      return [place.owner, place.address];
  }
}
