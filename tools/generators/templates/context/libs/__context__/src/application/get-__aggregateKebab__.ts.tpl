import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { select{{Aggregate}}, type Listed{{Aggregate}} } from '../projections/{{aggregateKebab}}-query.js';

@Injectable()
export class Get{{Aggregate}} {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws DomainError `permission_denied`, `not_found`. */
  async execute({ caller, tenantId }: RequestContext, {{aggregate}}Id: string): Promise<Listed{{Aggregate}}> {
    requirePermission(caller.grants, '{{readPermission}}', { org_id: organizationOf(tenantId) });
    const { rows } = await this.database.query<Listed{{Aggregate}}>(select{{Aggregate}}(tenantId, {{aggregate}}Id));
    if (rows[0]) return rows[0];
    throw new DomainError('not_found', 'There is no {{aggregateWords}} with this id.');
  }
}
