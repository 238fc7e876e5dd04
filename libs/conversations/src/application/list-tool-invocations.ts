import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { USERS, type Users } from '../ports/ports.js';
import {
  listToolInvocations,
  type ToolInvocationPage,
  type ToolInvocationQuery,
} from '../projections/tool-invocation-query.js';
import { narrowing } from './narrowing.js';

/** Lists calls of tools in the conversations that the caller may read. */
@Injectable()
export class ListToolInvocations {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(USERS) private readonly users: Pick<Users, 'idsMeeting'>,
  ) {}

  /** @throws DomainError `service_unavailable` rather than returning a page without inputs */
  async execute(
    { tenantId, caller }: RequestContext,
    query: Omit<ToolInvocationQuery, 'tenantId' | 'grants'>,
  ): Promise<ToolInvocationPage> {
    const mayInvoke = permits(caller.grants, 'Tool:InvokeTool', { org_id: organizationOf(tenantId) });
    if (!mayInvoke) return { invocations: [], hasMore: false };
    const grants = await narrowing(this.users, tenantId, caller)('Conversation:GetMessage');
    return listToolInvocations(this.database, this.keys, { ...query, tenantId, grants });
  }
}
