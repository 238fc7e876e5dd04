import type { TenantId } from '@svc/kernel';
import { lengthPrefixed } from './length-prefixed.js';

/** The place of a sealed value. It opens nowhere else, so nobody can move it. */
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
 * The place as bytes, for the cipher's associated data: each part is prefixed by its length, so that no two places
 * have the same bytes.
 */
export function associatedData(place: SealedPlace): Buffer {
  return lengthPrefixed([place.purpose, place.tenantId, ...partsOf(place)]);
}

/** For the installer: our ids and names, nothing of the sealed content. */
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
