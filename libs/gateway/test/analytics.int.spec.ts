import type { GetDashboardRequest, UsageOfDay } from '@svc/contracts/world';
import { jsonOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const asked: unknown[] = [];
const usage = (
  day: string,
  activity: string,
  source: string,
  count: number,
  seconds?: number,
): UsageOfDay => ({
  ...{ day, activity, source, count },
  measured: seconds === undefined ? 0 : count,
  durationSeconds: seconds ?? 0,
});

let gateway: TestGateway;
beforeAll(async () => {
  const period = { from: '2026-11-22', to: '2026-11-23' };
  gateway = await startTestGateway({
    analytics: {
      getAgentAnalytics: (request) => {
        asked.push(request.period);
        const agent = { serviceId: 's', agentId: 'a', agentName: 'Ada' };
        return Promise.resolve({
          services: [
            { ...agent, conversations: 4, completed: 1, averageDurationSeconds: 12.5 },
            { ...agent, conversations: 0, completed: 0, averageDurationSeconds: 0 },
          ],
        });
      },
      getDashboard: ({ period: requested }: GetDashboardRequest) => {
        asked.push(requested);
        const figures = {
          escalated: 1,
          toolsSucceeded: 3,
          toolsFailed: 1,
          averageDurationSeconds: undefined,
        };
        return Promise.resolve({
          current: { ...figures, conversations: 4, averageDurationSeconds: 30 },
          previous: { ...figures, conversations: 2, toolsSucceeded: 0, toolsFailed: 0 },
        });
      },
      getCallStatistics: () =>
        Promise.resolve({
          period,
          days: [
            { day: '2026-11-22', calls: 3, ended: 2, durationSeconds: 60 },
            { day: '2026-11-23', calls: 1, ended: 0, durationSeconds: 0 },
          ],
        }),
      getUsage: () =>
        Promise.resolve({
          period,
          usage: [
            usage('2026-11-22', 'conversation.turn', 'sms', 2),
            usage('2026-11-22', 'conversation.turn', 'web', 3),
            usage('2026-11-23', 'tool.failed', 'web', 2, 5),
          ],
        }),
    },
  });
});
afterAll(() => gateway?.stop());

const get = async (path: string) => {
  const url = `${gateway.url}/v1/${workspaceId}/analytics/${path}`;
  const response = await fetch(url, { headers: bearsWorkspaceKey });
  return { status: response.status, body: await jsonOf(response) };
};
const days = { workspace_id: workspaceId, period_start: '2026-11-22', period_end: '2026-11-23' };

describe('analytics over HTTP', () => {
  it('shows the rate of completed conversations of each service, and 0 where it had none', async () => {
    const { body } = await get('agents?date_from=2026-11-22&days=3&period=weekly');
    const agent = { agent_id: 'a', agent_name: 'Ada' };
    expect(body).toEqual({
      agents: [
        {
          ...{ ...agent, total_calls: 4, completed_calls: 1, avg_duration_seconds: 12.5 },
          completion_rate: 0.25,
        },
        { ...agent, total_calls: 0, completed_calls: 0, avg_duration_seconds: 0, completion_rate: 0 },
      ],
      period: 'weekly',
    });
    expect(asked.splice(0)).toEqual([{ days: 3, from: '2026-11-22', to: undefined }]);
    expect((await get('agents')).body).toMatchObject({ period: null });
    expect(asked.splice(0)).toEqual([{ days: 30, from: undefined, to: undefined }]);
  });

  it('shows how figures have changed, and null for what nothing measures or nothing happened of', async () => {
    const { body } = await get('dashboard');
    const unmeasured = { value: null, delta_pct: null };
    expect(body).toEqual({
      call_volume: { value: 4, delta_pct: 100 },
      ...{ avg_quality: unmeasured, avg_ttfb_ms: unmeasured },
      escalation_rate: { value: 0.25, delta_pct: -50 },
      tool_success_rate: { value: 0.75, delta_pct: null },
      avg_duration_s: { value: 30, delta_pct: null },
      period_days: 7,
    });
    expect(asked.splice(0)).toEqual([{ days: 7, from: undefined, to: undefined }]);
  });

  it('counts calls by day, and averages those that have ended', async () => {
    expect((await get('calls')).body).toEqual({
      ...{ ...days, total_calls: 4, total_duration_seconds: 60, avg_duration_seconds: 30 },
      calls_by_date: [
        { date: '2026-11-22', count: 3, avg_duration_seconds: 30 },
        { date: '2026-11-23', count: 1, avg_duration_seconds: null },
      ],
    });
  });

  it('counts events by type and by source, most first', async () => {
    expect((await get('events')).body).toEqual({
      ...days,
      by_type: [
        { key: 'conversation.turn', count: 5 },
        { key: 'tool.failed', count: 2 },
      ],
      by_source: [
        { key: 'web', count: 5 },
        { key: 'sms', count: 2 },
      ],
      total_events: 7,
    });
  });

  it('shows usage by day and type, whatever the source', async () => {
    expect((await get('usage')).body).toEqual({
      ...days,
      buckets: [
        {
          ...{ event_type: 'conversation.turn', event_date: '2026-11-22', count: 5 },
          ...{ avg_duration_seconds: null, total_duration_seconds: null },
        },
        {
          ...{ event_type: 'tool.failed', event_date: '2026-11-23', count: 2 },
          ...{ avg_duration_seconds: 2.5, total_duration_seconds: 5 },
        },
      ],
      total_events: 7,
    });
  });

  it.each([
    'agents?days=0',
    'agents?days=91',
    'agents?date_from=2026-02-30',
    'agents?date_to=now',
    'usage?days=x',
  ])('refuses %s', async (path) => expect((await get(path)).status).toBe(422));
});
