import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf, type IdGenerator } from '@svc/kernel';
import { isUniqueViolation } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { {{aggregate}}NameKey } from '../projections/{{aggregateKebab}}-rows.js';
import { {{Aggregate}}s } from './{{aggregateKebab}}s.js';

@Injectable()
export class Create{{Aggregate}} {
  constructor(
    private readonly {{aggregate}}s: {{Aggregate}}s,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns the id of the new {{aggregateWords}}.
   * @throws DomainError `permission_denied`, `validation_failed`, `conflict` when the tenant has one of that name.
   */
  async execute({ caller, tenantId, metadata }: RequestContext, { name }: { readonly name: string }): Promise<string> {
    requirePermission(caller.grants, '{{writePermission}}', { org_id: organizationOf(tenantId) });
    const {{aggregate}}Id = this.ids.resourceId(tenantId);
    const target = { tenantId, id: {{aggregate}}Id, metadata };
    await this.{{aggregate}}s
      .create(target, { type: 'Create{{Aggregate}}', {{aggregate}}Id, name })
      .catch((cause: unknown) => {
        if (!isUniqueViolation(cause, {{aggregate}}NameKey)) throw cause;
        throw new DomainError('conflict', `There is already {{anAggregate}} named "${name}".`, { cause });
      });
    return {{aggregate}}Id;
  }
}
