import type { JsonObject, TenantId } from '@svc/kernel';

/** Whose payload it is, and which of its fields are personal. */
export interface PayloadOwner {
  readonly tenantId: TenantId;
  readonly streamId: string;
  /** `snapshot` for the state of an aggregate. */
  readonly kind: 'event' | 'snapshot';
  /** Paths as in `EventType.personalFields`; the empty path is the whole payload (snapshots). */
  readonly personalFields: readonly string[];
}

/**
 * Stands between the domain and storage for every payload, so that personal fields can be encrypted under a key of the
 * person without a change in any context. The hash covers what `encode` returns: destroying a key leaves it intact.
 */
export interface PayloadCodec {
  encode(payload: JsonObject, owner: PayloadOwner): JsonObject | Promise<JsonObject>;
  decode(payload: JsonObject, owner: PayloadOwner): JsonObject | Promise<JsonObject>;
}

/** Stores payloads as they are. */
export const plainPayloads: PayloadCodec = {
  encode: (payload) => payload,
  decode: (payload) => payload,
};
