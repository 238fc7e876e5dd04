import { Inject, Injectable } from '@nestjs/common';
import { openRows } from '@svc/event-store';
import { isStorableText } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DataKeys, type StoredDataKey, toSubjectKey } from '@svc/privacy';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { additionalContextTable } from '../projections/user-additional-context-table.js';
import { queryUserContexts } from '../projections/user-contexts-query.js';
import { userTable, type UserRow } from '../projections/user-table.js';

export interface UserKey {
  /** The user's own organization, or one that they are a member of. */
  readonly orgId: string;
  readonly userId: string;
}

export interface UserProfile extends UserRow {
  /** The newest entries that fit, in chronological order. */
  readonly additionalContext: readonly string[];
}

export interface UserContext {
  /** As in the request. */
  readonly user: UserKey;
  /** In the organization of the request. */
  readonly roleId: string;
  /** With the user's home organization. */
  readonly profile: UserProfile;
  readonly subject: string;
  readonly key: StoredDataKey;
}

/**
 * What an agent may know of users, their attributes in grant conditions, and the key that all of it is sealed under.
 */
@Injectable()
export class GetUserContexts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly ring: KeyRing,
    private readonly keys: DataKeys,
  ) {}

  /** For other contexts, without a caller. Unknown users are left out. One query, keys included. */
  async execute(users: readonly UserKey[]): Promise<readonly UserContext[]> {
    const asked = users.filter(({ orgId, userId }) => isStorableText(orgId) && isStorableText(userId));
    if (asked.length === 0) return [];
    const found = await queryUserContexts(this.database, asked);
    const rows = found.map((row) => ({ ...row, key: this.keys.open(row) }));
    // So opening needs no further query for keys.
    for (const { subject, key } of rows) this.ring.learn(subject, toSubjectKey(key));
    const opened = await openRows(userTable, rows, this.ring, ({ subject }) => subject);
    return Promise.all(
      opened.map(async ({ subject, key, additionalContext, wantedOrgId, wantedRoleId, ...user }) => {
        const entries = await openRows(additionalContextTable, additionalContext, this.ring, () => subject);
        const profile = { ...user, additionalContext: entries.map(({ entry }) => entry) };
        return {
          user: { orgId: wantedOrgId, userId: user.userId },
          roleId: wantedRoleId,
          profile,
          subject,
          key,
        };
      }),
    );
  }
}
