import { Controller, Inject } from '@nestjs/common';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Period } from '@svc/contracts/world';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { ANALYTICS, type AnalyticsClient } from '../../services.js';
import { required } from '../../wire/required.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { toAgentEntry, toCallStatistics, toEventBreakdown, toKpis, toUsage } from './analytics-figures.js';
import {
  AgentAnalytics,
  AgentAnalyticsQuery,
  CallStatistics,
  Dashboard,
  EventBreakdown,
  LastDays,
  LastWeek,
  Usage,
} from './analytics-schemas.js';

const path = '/v1/:workspace_id/analytics';
const read = {
  surface: 'platform',
  method: 'GET',
  access: forWorkspace('Analytics.view'),
  errors: [],
  perMinute: readsPerMinute,
} as const;

const getAgentAnalytics = defineRoute({
  ...read,
  operationId: 'get-agent-analytics',
  path: `${path}/agents`,
  summary: 'Gives the figures of each service, with its agent: conversations that began in the period.',
  request: { params: WorkspacePath, query: AgentAnalyticsQuery },
  answer: { status: 200, content: 'json', schema: AgentAnalytics },
});

const getDashboard = defineRoute({
  ...read,
  operationId: 'get-analytics-dashboard',
  path: `${path}/dashboard`,
  summary: 'Gives the figures of the last days, and how they have changed against as many days before.',
  request: { params: WorkspacePath, query: LastWeek },
  answer: { status: 200, content: 'json', schema: Dashboard },
});

const getCallStatistics = defineRoute({
  ...read,
  operationId: 'get-call-statistics',
  path: `${path}/calls`,
  summary: 'Counts calls by day. There are none yet: conversations by voice are not built.',
  request: { params: WorkspacePath, query: LastDays },
  answer: { status: 200, content: 'json', schema: CallStatistics },
});

const getEventBreakdown = defineRoute({
  ...read,
  operationId: 'get-event-breakdown',
  path: `${path}/events`,
  summary: 'Counts what has happened, by type and by channel.',
  request: { params: WorkspacePath, query: LastDays },
  answer: { status: 200, content: 'json', schema: EventBreakdown },
});

const getUsage = defineRoute({
  ...read,
  operationId: 'get-usage',
  path: `${path}/usage`,
  summary: 'Counts what has happened on each day, and how long it took.',
  request: { params: WorkspacePath, query: LastDays },
  answer: { status: 200, content: 'json', schema: Usage },
});

@Controller()
export class AnalyticsController {
  constructor(@Inject(ANALYTICS) private readonly analytics: AnalyticsClient) {}

  @Serves(getAgentAnalytics)
  async agents({ caller, query }: RouteInput<typeof getAgentAnalytics>) {
    const { days, date_from: from, date_to: to, period = null } = query;
    const { services } = await this.analytics.getAgentAnalytics({ caller, period: { days, from, to } });
    return { agents: services.map(toAgentEntry), period };
  }

  @Serves(getDashboard)
  async dashboard({ caller, query: { days } }: RouteInput<typeof getDashboard>) {
    const { current, previous } = await this.analytics.getDashboard({ caller, period: lastDays(days) });
    return { ...toKpis(required(current), required(previous)), period_days: days };
  }

  @Serves(getCallStatistics)
  async calls({ caller, query: { days: last } }: RouteInput<typeof getCallStatistics>) {
    const request = { caller, period: lastDays(last) };
    const { period, days } = await this.analytics.getCallStatistics(request);
    return { ...inPeriod(caller, period), ...toCallStatistics(days) };
  }

  @Serves(getEventBreakdown)
  async events({ caller, query: { days } }: RouteInput<typeof getEventBreakdown>) {
    const { period, usage } = await this.analytics.getUsage({ caller, period: lastDays(days) });
    return { ...inPeriod(caller, period), ...toEventBreakdown(usage) };
  }

  @Serves(getUsage)
  async usage({ caller, query: { days } }: RouteInput<typeof getUsage>) {
    const { period, usage } = await this.analytics.getUsage({ caller, period: lastDays(days) });
    return { ...inPeriod(caller, period), ...toUsage(usage) };
  }
}

const lastDays = (days: number) => ({ days, from: undefined, to: undefined });

function inPeriod(caller: WorkspaceCaller, period: Period | undefined) {
  const { from, to } = required(period);
  return { workspace_id: workspaceOf(caller), period_start: from, period_end: to };
}
