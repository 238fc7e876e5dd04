import { Inject, Injectable } from '@nestjs/common';
import type { Conditions } from '@svc/auth';
import { validationError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { queryUserIds, type AdminVisibility } from '../projections/resolve-user-ids-query.js';

const judged: ReadonlySet<string> = new Set(['user_id', 'user_role_id', 'visible_to_admins']);

export interface UserIdsRequest {
  readonly orgId: string;
  readonly conditions: Conditions;
  readonly visibility: AdminVisibility;
}

@Injectable()
export class ResolveUserIds {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * The users that meet conditions which only this context can judge. For other contexts, without a caller.
   * @throws DomainError `validation_failed` for a condition on any other attribute.
   */
  execute({ orgId, conditions, visibility }: UserIdsRequest): Promise<readonly string[]> {
    const unknown = Object.keys(conditions).filter((attribute) => !judged.has(attribute));
    if (unknown.length > 0) {
      const msg = `users can be resolved by ${[...judged].join(', ')}`;
      throw validationError(
        unknown.map((name) => ({ loc: ['body', 'conditions', name], msg, type: 'value_error' })),
      );
    }
    return queryUserIds(this.database, orgId, conditions, visibility);
  }
}
