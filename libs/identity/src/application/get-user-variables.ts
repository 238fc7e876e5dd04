import { Inject, Injectable } from '@nestjs/common';
import { openRows } from '@svc/event-store';
import { isStorableText, organizationTenant, userSubject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import type { VariablesOfUser } from '../domain/user/user-variables.js';
import { nonsensitiveVariables, sensitiveVariables } from '../projections/user-variables-query.js';
import { sensitiveVariablesTable } from '../projections/user-sensitive-variables-table.js';
import { userTable } from '../projections/user-table.js';
import type { UserKey } from './get-user-contexts.js';

const none: VariablesOfUser = { nonsensitive: {}, sensitive: {} };

/** What calls of tools for a user are made with: for other contexts, without a caller. */
@Injectable()
export class GetUserVariables {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** None for a user whom the organization does not have: those of a member stay at home. */
  async execute({ orgId, userId }: UserKey): Promise<VariablesOfUser> {
    if (!isStorableText(orgId) || !isStorableText(userId)) return none;
    const subject = () => userSubject(organizationTenant(orgId), userId);
    const [accounts, kept] = await Promise.all([
      nonsensitiveVariables(this.database, orgId, userId),
      sensitiveVariables(this.database, orgId, userId),
    ]);
    const [account] = await openRows(userTable, accounts, this.keys, subject);
    const [row] = await openRows(sensitiveVariablesTable, kept, this.keys, subject);
    return { nonsensitive: account?.nonsensitiveVariables ?? {}, sensitive: row?.variables ?? {} };
  }
}
