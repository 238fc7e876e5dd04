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
} from '@svc/contracts/world';
import type { Complete } from '@svc/event-store';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ReadAnalytics } from '../application/read-analytics.js';
import type { DashboardRow } from '../projections/analytics-queries.js';
import { requestedPeriodOf } from './requested-period.js';

/** AnalyticsService (proto/svc/world/v1/analytics_service.proto): maps, and calls the use case. */
@RpcController(AnalyticsServiceService)
export class AnalyticsController {
  constructor(private readonly analytics: ReadAnalytics) {}

  async getAgentAnalytics(
    { caller, period }: GetAgentAnalyticsRequest,
    call: RpcCall,
  ): Promise<Complete<GetAgentAnalyticsResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    return { services: [...(await this.analytics.ofServices(context, requestedPeriodOf(period)))] };
  }

  async getDashboard(
    { caller, period }: GetDashboardRequest,
    call: RpcCall,
  ): Promise<Complete<GetDashboardResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const [current, previous] = await this.analytics.dashboard(context, requestedPeriodOf(period));
    return { current: toFigures(current), previous: toFigures(previous) };
  }

  async getCallStatistics(
    { caller, period }: GetCallStatisticsRequest,
    call: RpcCall,
  ): Promise<Complete<GetCallStatisticsResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { period: shown, rows } = await this.analytics.calls(context, requestedPeriodOf(period));
    return { period: shown, days: [...rows] };
  }

  async getUsage({ caller, period }: GetUsageRequest, call: RpcCall): Promise<Complete<GetUsageResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { period: shown, rows } = await this.analytics.usage(context, requestedPeriodOf(period));
    return { period: shown, usage: [...rows] };
  }
}

function toFigures({ averageDurationSeconds, ...figures }: DashboardRow) {
  return { ...figures, averageDurationSeconds: averageDurationSeconds ?? undefined };
}
