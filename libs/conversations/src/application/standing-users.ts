import { Inject, Injectable } from '@nestjs/common';
import type { Conditions } from '@svc/auth';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { hasAppliedStandings, usersStanding } from '../projections/user-standings.js';
import { USERS, type Users } from './ports.js';

/** So long a list waits for changes that are on their way. */
const longestWaitMs = 100;
const lookEveryMs = 10;

/** Which users meet conditions on their role and visibility: by what identity's events have told, or by asking it. */
@Injectable()
export class StandingUsers {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Pick<Users, 'idsMeeting'>,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
  ) {}

  /**
   * Asks identity for nothing, once every change up to the given one is applied here. Not knowing them all, or told of
   * none, it asks.
   * @param latest of the changes that the caller's access was judged after
   * @returns what gives the users, for one request: whether this is up to date is looked at once, when it is first needed.
   */
  asOf(
    tenantId: TenantId,
    latest: number | undefined,
  ): (conditions: Conditions) => Promise<readonly string[]> {
    const orgId = organizationOf(tenantId);
    let isKnown: Promise<boolean> | undefined;
    return async (conditions) => {
      if (orgId !== null && latest !== undefined && (await (isKnown ??= this.#comes(orgId, latest))))
        return usersStanding(this.database, orgId, conditions);
      return this.users.idsMeeting(tenantId, conditions);
    };
  }

  async #comes(orgId: string, latest: number): Promise<boolean> {
    for (
      let waitedMs = 0;
      !(await hasAppliedStandings(this.database, orgId, latest));
      waitedMs += lookEveryMs
    ) {
      if (waitedMs >= longestWaitMs) return false;
      await this.scheduler.wait(lookEveryMs);
    }
    return true;
  }
}
