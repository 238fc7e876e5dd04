import type { CallsOfDay, DashboardFigures, ServiceFigures, UsageOfDay } from '@svc/contracts/world';

/** A part of a whole; null where there is no whole. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function toAgentEntry(figures: ServiceFigures) {
  const { agentId, agentName, conversations, completed, averageDurationSeconds } = figures;
  return {
    agent_id: agentId,
    agent_name: agentName,
    total_calls: conversations,
    completed_calls: completed,
    avg_duration_seconds: averageDurationSeconds,
    completion_rate: share(completed, conversations) ?? 0,
  };
}

/** What nothing measures yet is null: the quality of calls, and how long they wait for the first sound. */
export function toKpis(current: DashboardFigures, previous: DashboardFigures) {
  const kpi = (of: (figures: DashboardFigures) => number | null) => {
    const [value, before] = [of(current), of(previous)];
    const delta = value === null || before === null ? null : share(value - before, before);
    return { value, delta_pct: delta === null ? null : delta * 100 };
  };
  const unmeasured = { value: null, delta_pct: null };
  return {
    call_volume: kpi(({ conversations }) => conversations),
    avg_quality: unmeasured,
    avg_ttfb_ms: unmeasured,
    escalation_rate: kpi(({ escalated, conversations }) => share(escalated, conversations)),
    tool_success_rate: kpi(({ toolsSucceeded, toolsFailed }) =>
      share(toolsSucceeded, toolsSucceeded + toolsFailed),
    ),
    avg_duration_s: kpi(({ averageDurationSeconds }) => averageDurationSeconds ?? null),
  };
}

export function toCallStatistics(days: readonly CallsOfDay[]) {
  const duration = sum(days, ({ durationSeconds }) => durationSeconds);
  return {
    total_calls: sum(days, ({ calls }) => calls),
    total_duration_seconds: duration,
    avg_duration_seconds:
      share(
        duration,
        sum(days, ({ ended }) => ended),
      ) ?? 0,
    calls_by_date: days.map(({ day, calls, ended, durationSeconds }) => ({
      date: day,
      count: calls,
      avg_duration_seconds: share(durationSeconds, ended),
    })),
  };
}

export function toEventBreakdown(usage: readonly UsageOfDay[]) {
  return {
    by_type: countsBy(usage, ({ activity }) => activity),
    by_source: countsBy(usage, ({ source }) => source),
    total_events: sum(usage, ({ count }) => count),
  };
}

/** By day and type, whatever the source. */
export function toUsage(usage: readonly UsageOfDay[]) {
  const byKey = Map.groupBy(usage, ({ day, activity }) => `${day} ${activity}`);
  return {
    buckets: [...byKey.values()].flatMap((same) => {
      const [first] = same;
      if (!first) return [];
      const measured = sum(same, (each) => each.measured);
      const duration = sum(same, ({ durationSeconds }) => durationSeconds);
      return [
        {
          event_type: first.activity,
          event_date: first.day,
          count: sum(same, ({ count }) => count),
          avg_duration_seconds: share(duration, measured),
          total_duration_seconds: measured === 0 ? null : duration,
        },
      ];
    }),
    total_events: sum(usage, ({ count }) => count),
  };
}

/** Most first. */
function countsBy(usage: readonly UsageOfDay[], of: (usage: UsageOfDay) => string) {
  return [...Map.groupBy(usage, of)]
    .map(([key, same]) => ({ key, count: sum(same, ({ count }) => count) }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
