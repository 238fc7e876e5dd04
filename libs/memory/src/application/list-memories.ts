import { Inject, Injectable } from '@nestjs/common';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { listMemories, type MemoryPage, type MemoryQuery } from '../projections/memory-list-query.js';
import { USERS, type Users } from '../ports/ports.js';

/** One page of a user's L1 memories: those from messages that the caller may read. */
@Injectable()
export class ListMemories {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Users,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * @throws DomainError `not_found` when the user does not exist; `service_unavailable` rather than returning memories
   * without text.
   */
  async execute(
    { tenantId, caller }: RequestContext,
    query: Omit<MemoryQuery, 'tenantId' | 'grants' | 'readers'>,
  ): Promise<MemoryPage> {
    const user = await this.users.profile(tenantId, query.userId);
    return listMemories(this.database, this.keys, {
      ...query,
      tenantId,
      grants: caller.grants,
      readers: {
        org_id: organizationOf(tenantId),
        conversation_user_id: query.userId,
        user_role_id: user.roleId,
        visible_to_admins: user.areConversationsVisibleToAdmins,
      },
    });
  }
}
