import type { Grant } from '@svc/auth';
import type { TenantId } from '@svc/kernel';
import type { Sort, TagFilter } from '@svc/postgres';

/** The filters and order of a list of services. */
export interface ServiceQuery {
  readonly tenantId: TenantId;
  /** The caller's: they see only services that `Service:GetService` allows. */
  readonly grants: readonly Grant[];
  /** Empty: all. */
  readonly serviceIds: readonly string[];
  /** Null: both. */
  readonly isActive: boolean | null;
  /** All must match. */
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly Sort<(typeof serviceSortFields)[number]>[];
  readonly limit: number;
  readonly offset: number;
}

export const serviceSortFields = ['name', 'is_active'] as const;
