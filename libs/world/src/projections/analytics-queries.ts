import type { TenantId } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import type { Period } from '../domain/activity/period.js';

/** Not begun by a credential that the workspace is tried with. */
const isNoTest = (alias: string) => `NOT EXISTS (
         SELECT FROM world.test_credential AS test
          WHERE test.tenant_id = $1 AND test.credential_id = ${alias}.credential_id)`;

/** Conversations that began in the days `$2` to `$3`. */
const began = `
  SELECT * FROM world.counted_conversation AS c
   WHERE c.tenant_id = $1
     AND c.started_at >= $2::date::timestamp AT TIME ZONE 'UTC'
     AND c.started_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AND ${isNoTest('c')}`;
const seconds = 'extract(epoch FROM ended_at - started_at)';
const hasEnded = 'FILTER (WHERE ended_at IS NOT NULL)';
const averageSeconds = `(avg(greatest(${seconds}, 0)) ${hasEnded})::float8`;

export interface ServiceFiguresRow {
  readonly serviceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly conversations: number;
  readonly completed: number;
  readonly averageDurationSeconds: number;
}

/** Services that exist or had a conversation. The agent is that of the service; of one that is gone, the last that it had. */
export function figuresOfServices(tenantId: TenantId, { from, to }: Period): Statement {
  return {
    name: 'world.figures_of_services',
    text: `
      WITH figures AS (
        SELECT service_id, count(*)::int AS conversations, count(*) FILTER (WHERE is_completed)::int AS completed,
               ${averageSeconds} AS average, (array_agg(agent_id ORDER BY started_at DESC))[1] AS agent_id
          FROM (${began}) AS began GROUP BY service_id),
      services AS (
        SELECT definition_id AS service_id, agent_id, is_gone FROM world.known_definition
         WHERE tenant_id = $1 AND kind = 'service')
      SELECT service_id AS "serviceId", coalesce(s.agent_id, f.agent_id, '') AS "agentId",
             coalesce(a.name, '') AS "agentName", coalesce(f.conversations, 0) AS conversations,
             coalesce(f.completed, 0) AS completed, coalesce(f.average, 0) AS "averageDurationSeconds"
        FROM figures AS f FULL JOIN services AS s USING (service_id)
        LEFT JOIN world.known_definition AS a
          ON a.tenant_id = $1 AND a.definition_id = coalesce(s.agent_id, f.agent_id) AND a.kind = 'agent'
       WHERE f.service_id IS NOT NULL OR NOT s.is_gone
       ORDER BY conversations DESC, a.name, service_id`,
    values: [tenantId, from, to],
  };
}

export interface DashboardRow {
  readonly conversations: number;
  readonly escalated: number;
  readonly toolsSucceeded: number;
  readonly toolsFailed: number;
  readonly averageDurationSeconds: number | null;
}

export function figuresOfPeriod(tenantId: TenantId, { from, to }: Period): Statement {
  return {
    name: 'world.figures_of_period',
    text: `
      SELECT count(*)::int AS conversations, count(*) FILTER (WHERE escalations > 0)::int AS escalated,
             coalesce(sum(tools_succeeded), 0)::int AS "toolsSucceeded",
             coalesce(sum(tools_failed), 0)::int AS "toolsFailed", ${averageSeconds} AS "averageDurationSeconds"
        FROM (${began}) AS began`,
    values: [tenantId, from, to],
  };
}

export interface CallsOfDayRow {
  readonly day: string;
  readonly calls: number;
  readonly ended: number;
  readonly durationSeconds: number;
}

/** A call is a conversation by voice. */
export function callsByDay(tenantId: TenantId, { from, to }: Period): Statement {
  return {
    name: 'world.calls_by_day',
    text: `
      SELECT to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS calls,
             count(ended_at)::int AS ended, coalesce(sum(greatest(${seconds}, 0)) ${hasEnded}, 0)::float8 AS "durationSeconds"
        FROM (${began}) AS began WHERE channel = 'voice' GROUP BY 1 ORDER BY 1`,
    values: [tenantId, from, to],
  };
}

export interface UsageOfDayRow {
  readonly day: string;
  readonly activity: string;
  readonly source: string;
  readonly count: number;
  readonly measured: number;
  readonly durationSeconds: number;
}

/** What happened on the days, whenever its conversation began. */
export function usageByDay(tenantId: TenantId, { from, to }: Period): Statement {
  return {
    name: 'world.usage_by_day',
    text: `
      SELECT to_char(day, 'YYYY-MM-DD') AS day, activity, source, sum(count)::int AS count,
             sum(measured)::int AS measured, (sum(duration_ms) / 1000)::float8 AS "durationSeconds"
        FROM world.activity_of_day AS t
       WHERE tenant_id = $1 AND t.day BETWEEN $2::date AND $3::date AND ${isNoTest('t')}
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    values: [tenantId, from, to],
  };
}
