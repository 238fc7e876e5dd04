import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { Clock } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import { CLOCK } from '@svc/service-host';
import {
  lockAdministration,
  querySuperAdministration,
  type LookedAwayFrom,
} from '../projections/super-administrators-query.js';

/**
 * Keeps organizations from locking themselves out. Refuses a change that leaves no super administrator, or no key that
 * signs one in. Called in the transaction that appends the change, and before it.
 */
@Injectable()
export class LastSuperAdministrator {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** @throws DomainError `conflict` when this user is the last super administrator. */
  async requireOtherThan(tx: Tx, orgId: string, userId: string): Promise<void> {
    const { before, after } = await this.#around(tx, orgId, { userId });
    if (before.hasAdministrator && !after.hasAdministrator) throw lastAdministrator(orgId);
    if (before.hasKey && !after.hasKey) throw lastMakerOfKeys();
  }

  /** @throws DomainError `conflict` when this is the last key that signs in a super administrator. */
  async requireKeyOtherThan(tx: Tx, orgId: string, apiKeyId: string): Promise<void> {
    const { before, after } = await this.#around(tx, orgId, { apiKeyId });
    if (before.hasKey && !after.hasKey) throw lastKey();
  }

  /** What was missing before the change is no reason to refuse it. */
  async #around(tx: Tx, orgId: string, change: LookedAwayFrom) {
    await lockAdministration(tx, orgId);
    const nowMs = this.clock.now();
    return {
      before: await querySuperAdministration(tx, orgId, nowMs),
      after: await querySuperAdministration(tx, orgId, nowMs, change),
    };
  }
}

function lastAdministrator(orgId: string): DomainError {
  return new DomainError(
    'conflict',
    'This user is the last super administrator of the organization, which nobody could run without one. The operator ' +
      `can give the role to another user first: npm run admin -- organization grant-super-administrator ${orgId} <user_id>`,
  );
}

function lastMakerOfKeys(): DomainError {
  return new DomainError(
    'conflict',
    'Without this user no super administrator can sign in: no other has a key of their own. Another super administrator ' +
      'has to create one first, with role_name DefaultSuperAdministratorRole.',
  );
}

function lastKey(): DomainError {
  return new DomainError(
    'conflict',
    'This is the last API key that signs in a super administrator. Create another one first, with role_name ' +
      'DefaultSuperAdministratorRole.',
  );
}
