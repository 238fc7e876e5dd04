import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { MODELS, type Models, type OfferedModel } from '../ports/ports.js';

/** The models of the installation: those that version sets of any organization may prefer. */
@Injectable()
export class ListModels {
  constructor(@Inject(MODELS) private readonly models: Models) {}

  /** @throws DomainError `permission_denied` */
  execute({ tenantId, caller }: RequestContext): readonly OfferedModel[] {
    requirePermission(caller.grants, 'Admin:GetModels', { org_id: organizationOf(tenantId) });
    return this.models.offered;
  }
}
