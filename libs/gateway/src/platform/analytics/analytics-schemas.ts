import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { wholeNumber } from '../../wire/query.js';
import { uuid } from '../uuid.js';

/** A day in UTC. */
const day = z.iso.date();

export const LastDays = z.object({ days: wholeNumber(1, 90).default(30) });
export const LastWeek = z.object({ days: wholeNumber(1, 90).default(7) });

/** `date_from` and `date_to`, both included, win over `days`. */
export const AgentAnalyticsQuery = z.object({
  days: wholeNumber(1, 90).default(30),
  date_from: day.optional(),
  date_to: day.optional(),
  period: z.string().max(64).optional(),
});

export const AgentAnalytics = named(
  'AgentAnalyticsResponse',
  z.strictObject({
    agents: z.array(
      named(
        'AgentAnalyticsEntry',
        z.strictObject({
          agent_id: z.string(),
          agent_name: z.string(),
          total_calls: z.int(),
          completed_calls: z.int(),
          avg_duration_seconds: z.number(),
          completion_rate: z.number(),
        }),
      ),
    ),
    period: z.string().nullable(),
  }),
);

/** `delta_pct`: against as many days before; null where that is no number. */
const Kpi = named(
  'AnalyticsKpi',
  z.strictObject({ value: z.number().nullable(), delta_pct: z.number().nullable() }),
);

export const Dashboard = named(
  'AnalyticsDashboardResponse',
  z.strictObject({
    call_volume: Kpi,
    avg_quality: Kpi,
    avg_ttfb_ms: Kpi,
    escalation_rate: Kpi,
    tool_success_rate: Kpi,
    avg_duration_s: Kpi,
    period_days: z.int(),
  }),
);

const inPeriod = { workspace_id: uuid, period_start: day, period_end: day };

export const CallStatistics = named(
  'CallStatsResponse',
  z.strictObject({
    ...inPeriod,
    total_calls: z.int(),
    total_duration_seconds: z.number(),
    avg_duration_seconds: z.number(),
    calls_by_date: z.array(
      named(
        'DailyCallStat',
        z.strictObject({ date: day, count: z.int(), avg_duration_seconds: z.number().nullable() }),
      ),
    ),
  }),
);

const EventCount = named('EventBreakdownItem', z.strictObject({ key: z.string(), count: z.int() }));

export const EventBreakdown = named(
  'EventBreakdownResponse',
  z.strictObject({
    ...inPeriod,
    by_type: z.array(EventCount),
    by_source: z.array(EventCount),
    total_events: z.int(),
  }),
);

export const Usage = named(
  'UsageSummaryResponse',
  z.strictObject({
    ...inPeriod,
    buckets: z.array(
      named(
        'UsageBucket',
        z.strictObject({
          event_type: z.string(),
          event_date: day,
          count: z.int(),
          avg_duration_seconds: z.number().nullable(),
          total_duration_seconds: z.number().nullable(),
        }),
      ),
    ),
    total_events: z.int(),
  }),
);
