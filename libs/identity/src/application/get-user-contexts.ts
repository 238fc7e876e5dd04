import { Inject, Injectable } from '@nestjs/common';
import { isStorableText, organizationTenant, userSubject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { DataKeys } from '../adapters/data-keys.js';
import type { StoredDataKey } from '../adapters/data-key-wrapping.js';
import { queryUserContexts, type UserProfileRow } from '../projections/user-contexts-query.js';

export interface UserKey {
  readonly orgId: string;
  readonly userId: string;
}

export interface UserContext {
  readonly profile: UserProfileRow;
  readonly subject: string;
  readonly key: StoredDataKey;
}

/** What an agent may know of users, what grant conditions ask about them, and the key that all of it is sealed under. */
@Injectable()
export class GetUserContexts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly keys: DataKeys,
  ) {}

  /** Other contexts ask, for no caller. Users that there are not are missing. One query, keys included. */
  async execute(users: readonly UserKey[]): Promise<readonly UserContext[]> {
    const asked = users
      .filter(({ orgId, userId }) => isStorableText(orgId) && isStorableText(userId))
      .map((user) => ({ ...user, subject: userSubject(organizationTenant(user.orgId), user.userId) }));
    if (asked.length === 0) return [];
    const rows = await queryUserContexts(this.database, asked);
    return rows.map((row) => ({ profile: row, subject: row.subject, key: this.keys.open(row) }));
  }
}
