import type { TenantId } from '@svc/kernel';

export interface StreamAddress {
  readonly tenantId: TenantId;
  readonly streamId: string;
}
