import { canonicalJson, type JsonValue, type TenantId } from '@svc/kernel';
import { open, seal, type RandomBytes, type SubjectKey } from '@svc/sealing';
import type { ColumnPlace, SealColumn } from '../events/personal-value.js';

export interface ColumnSealer {
  readonly tenantId: TenantId;
  readonly key: SubjectKey;
  readonly random: RandomBytes;
}

/** Seals the personal columns of one subject's rows. */
export function columnSealer({ tenantId, key, random }: ColumnSealer): SealColumn {
  if (key === 'erased') return () => null;
  return (place, value) =>
    seal(Buffer.from(canonicalJson(value)), { purpose: 'column', tenantId, ...place }, key, random);
}

/** What `columnSealer` has sealed. @throws BrokenSealError */
export function openColumn(
  sealed: string,
  place: ColumnPlace & { readonly tenantId: TenantId },
  key: Exclude<SubjectKey, 'erased'>,
): JsonValue {
  return JSON.parse(open(sealed, { purpose: 'column', ...place }, key).toString()) as JsonValue;
}
