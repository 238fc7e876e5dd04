import {
  AnalyticsServiceService,
  type GetAgentAnalyticsRequest,
  type GetAgentAnalyticsResponse,
  type GetCallStatisticsRequest,
  type GetCallStatisticsResponse,
  type GetDashboardRequest,
  type GetDashboardResponse,
  type GetUsageRequest,
  type GetUsageResponse,
  type RequestedPeriod as RequestedPeriodProto,
} from '@svc/contracts/world';
import { FieldChecks } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ReadAnalytics } from '../application/read-analytics.js';
import { isDay, type RequestedPeriod } from '../domain/activity/period.js';
import type { DashboardRow } from '../projections/analytics-queries.js';

/** AnalyticsService (proto/svc/world/v1/analytics_service.proto): maps, and calls the use case. */
@RpcController(AnalyticsServiceService)
export class AnalyticsController {
  constructor(private readonly analytics: ReadAnalytics) {}

  async getAgentAnalytics(
    { caller, period }: GetAgentAnalyticsRequest,
    call: RpcCall,
  ): Promise<Complete<GetAgentAnalyticsResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    return { services: [...(await this.analytics.ofServices(context, requestedOf(period)))] };
  }

  async getDashboard(
    { caller, period }: GetDashboardRequest,
    call: RpcCall,
  ): Promise<Complete<GetDashboardResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const [current, previous] = await this.analytics.dashboard(context, requestedOf(period));
    return { current: toFigures(current), previous: toFigures(previous) };
  }

  async getCallStatistics(
    { caller, period }: GetCallStatisticsRequest,
    call: RpcCall,
  ): Promise<Complete<GetCallStatisticsResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { period: shown, rows } = await this.analytics.calls(context, requestedOf(period));
    return { period: shown, days: [...rows] };
  }

  async getUsage({ caller, period }: GetUsageRequest, call: RpcCall): Promise<Complete<GetUsageResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { period: shown, rows } = await this.analytics.usage(context, requestedOf(period));
    return { period: shown, usage: [...rows] };
  }
}

function toFigures({ averageDurationSeconds, ...figures }: DashboardRow) {
  return { ...figures, averageDurationSeconds: averageDurationSeconds ?? undefined };
}

/** @throws DomainError `validation_failed` */
function requestedOf(period: RequestedPeriodProto | undefined): RequestedPeriod {
  const { days = 0, from = null, to = null } = period ?? {};
  const checks = new FieldChecks();
  if (days < 1 || days > 90) checks.refuse(['query', 'days'], 'must be 1 to 90', 'value_error');
  for (const [name, day] of [['date_from', from] as const, ['date_to', to] as const])
    if (day !== null && !isDay(day))
      checks.refuse(['query', name], 'must be a day: YYYY-MM-DD, from 1970 on', 'value_error');
  checks.verify();
  return { days, from, to };
}
