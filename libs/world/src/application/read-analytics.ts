import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { validationError } from '@svc/errors';
import type { Clock, TenantId } from '@svc/kernel';
import type { Database, Statement } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, DATABASE } from '@svc/service-host';
import { periodBefore, periodOf, type Period, type RequestedPeriod } from '../domain/activity/period.js';
import {
  callsByDay,
  figuresOfPeriod,
  figuresOfServices,
  usageByDay,
  type CallsOfDayRow,
  type DashboardRow,
  type ServiceFiguresRow,
  type UsageOfDayRow,
} from '../projections/analytics-queries.js';

type Context = Pick<WorkspaceRequestContext, 'caller' | 'tenantId'>;

/** Figures of a workspace. All throw DomainErrors: `permission_denied`, `validation_failed` for a period that is none. */
@Injectable()
export class ReadAnalytics {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async ofServices(context: Context, requested: RequestedPeriod): Promise<readonly ServiceFiguresRow[]> {
    return this.#read(figuresOfServices(...this.#permitted(context, requested)));
  }

  /** Of the period, and of as many days before it. */
  async dashboard(
    context: Context,
    requested: RequestedPeriod,
  ): Promise<readonly [DashboardRow, DashboardRow]> {
    const [tenantId, period] = this.#permitted(context, requested);
    const [current] = await this.#read<DashboardRow>(figuresOfPeriod(tenantId, period));
    const [previous] = await this.#read<DashboardRow>(figuresOfPeriod(tenantId, periodBefore(period)));
    if (!current || !previous) throw new TypeError('An aggregate has a row.');
    return [current, previous];
  }

  async calls(context: Context, requested: RequestedPeriod): Promise<InPeriod<CallsOfDayRow>> {
    const [tenantId, period] = this.#permitted(context, requested);
    return { period, rows: await this.#read(callsByDay(tenantId, period)) };
  }

  async usage(context: Context, requested: RequestedPeriod): Promise<InPeriod<UsageOfDayRow>> {
    const [tenantId, period] = this.#permitted(context, requested);
    return { period, rows: await this.#read(usageByDay(tenantId, period)) };
  }

  #permitted({ caller, tenantId }: Context, requested: RequestedPeriod): readonly [TenantId, Period] {
    requireWorkspacePermission(caller, 'Analytics.view');
    const period = periodOf(requested, this.clock.now());
    if (period !== null) return [tenantId, period];
    const msg = 'must not come before the first day, nor more than 365 days after it';
    throw validationError([{ loc: ['query', 'date_to'], msg, type: 'value_error' }]);
  }

  async #read<Row extends object>(statement: Statement): Promise<readonly Row[]> {
    return (await this.database.query<Row>(statement)).rows;
  }
}

interface InPeriod<Row> {
  readonly period: Period;
  readonly rows: readonly Row[];
}
