import { Inject, Injectable } from '@nestjs/common';
import { openRows } from '@svc/event-store';
import { organizationTenant, userSubject } from '@svc/kernel';
import { pageOf, type Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import type { UserStatistics } from '../projections/user-statistics.js';
import { userTable, type UserRow } from '../projections/user-table.js';
import { usersPage, type SealedUser, type UserListRequest } from '../projections/users-query.js';

export interface UserPage {
  readonly users: readonly (UserRow & UserStatistics)[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListUsers {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * The users that the caller may see (`User:GetUserInfo`); ties in creation order. Only the names of sensitive
   * variables.
   */
  async execute(context: RequestContext, request: UserListRequest): Promise<UserPage> {
    const statement = usersPage(context.caller.grants, requireOrganization(context), request);
    const { rows } = await this.database.query<SealedUser>(statement);
    const { rows: page, hasMore } = pageOf(rows, request);
    const users = await openRows(userTable, page, this.keys, ({ orgId, userId }) =>
      userSubject(organizationTenant(orgId), userId),
    );
    return { users, hasMore };
  }
}
