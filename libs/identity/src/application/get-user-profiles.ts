import { Inject, Injectable } from '@nestjs/common';
import { isStorableText } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { queryUserProfiles, type UserKey, type UserProfileRow } from '../projections/user-profiles-query.js';

/** What an agent may know of users, and what grant conditions ask about them. */
@Injectable()
export class GetUserProfiles {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Other contexts ask, for no caller. Users that there are not are missing. */
  async execute(users: readonly UserKey[]): Promise<readonly UserProfileRow[]> {
    const possible = users.filter(({ orgId, userId }) => isStorableText(orgId) && isStorableText(userId));
    return possible.length === 0 ? [] : queryUserProfiles(this.database, possible);
  }
}
