import type { AuditEntry, ListExportedAuditRequest } from '@svc/contracts/world';
import { DomainError } from '@svc/errors';
import { jsonOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const entryOf = (place: number): AuditEntry => ({
  ...{ auditId: `e${place}`, action: 'agent.updated', resourceType: 'agent', resourceId: 'a' },
  ...{ actor: 'api_key:k', requestId: 'r', happenedAtMs: place },
});
const shown = (place: number) => ({
  ...{ id: `e${place}`, workspace_id: workspaceId, event_type: 'agent.updated', resource_type: 'agent' },
  ...{ resource_id: 'a', actor_type: 'api_key', actor_id: 'k', request_id: 'r' },
  created_at: new Date(place).toISOString(),
});

const asked: unknown[] = [];
const order: string[] = [];
let failsAt = Infinity;
let gateway: TestGateway;
beforeAll(async () => {
  const entries = Array.from({ length: 1_001 }, (_entry, place) => entryOf(place));
  gateway = await startTestGateway({
    audit: {
      listAudit: ({ filter, page }) => {
        asked.push({ filter, page });
        return Promise.resolve({ entries: [entryOf(7), { ...entryOf(8), actor: 'installer' }], total: 5 });
      },
      getAuditSummary: () =>
        Promise.resolve({
          period: { from: '2026-11-22', to: '2026-11-23' },
          ...{
            byAction: [{ key: 'agent.updated', count: 2 }],
            byActor: [{ key: 'user:u', count: 2 }],
            total: 2,
          },
        }),
      beginAuditExport: () => {
        order.push('begun');
        return Promise.resolve({ exportId: 'x' });
      },
      listExportedAudit: ({ after, limit }: ListExportedAuditRequest) => {
        const from = after === undefined ? 0 : after.happenedAtMs + 1;
        order.push(`from ${from}`);
        if (from >= failsAt) return Promise.reject(new DomainError('service_unavailable', 'Not now.'));
        return Promise.resolve({ entries: entries.slice(from, from + limit) });
      },
    },
  });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  failsAt = Infinity;
  asked.length = 0;
  order.length = 0;
});

const url = (path: string) => `${gateway.url}/v1/${workspaceId}/audit${path}`;
const exportAll = (body: unknown = {}) =>
  fetch(url('/export'), {
    method: 'POST',
    headers: { ...bearsWorkspaceKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the audit trail over HTTP', () => {
  it('shows who did what, with the offset of the next page', async () => {
    const query = '?limit=2&offset=1&event_type=agent.updated&actor_id=k&date_from=2026-11-22';
    const body = await jsonOf(await fetch(url(query), { headers: bearsWorkspaceKey }));
    expect(body).toEqual({
      events: [shown(7), { ...shown(8), actor_type: 'installer', actor_id: null }],
      ...{ total: 5, has_more: true, next_offset: 3 },
    });
    expect(asked).toEqual([
      {
        filter: {
          ...{ from: '2026-11-22', to: undefined, action: 'agent.updated', resourceType: undefined },
          ...{ resourceId: undefined, actorId: 'k', onlyReads: false },
        },
        page: { limit: 2, offset: 1 },
      },
    ]);
  });

  it('shows who exported it', async () => {
    const body = await jsonOf(await fetch(url('/exports?offset=4'), { headers: bearsWorkspaceKey }));
    expect(body).toMatchObject({ exports: [{ id: 'e7' }, {}], has_more: false, next_offset: null });
    expect(asked).toMatchObject([{ filter: { action: 'audit.exported' }, page: { limit: 50, offset: 4 } }]);
  });

  it('shows who read what is known of one entity, and of all', async () => {
    const entityId = '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01';
    await fetch(url(`/entity/${entityId}/access-log?actor_id=k`), { headers: bearsWorkspaceKey });
    await fetch(url('/phi-access?date_to=2026-11-22'), { headers: bearsWorkspaceKey });
    expect(asked).toMatchObject([
      { filter: { resourceId: entityId, actorId: 'k', onlyReads: true } },
      { filter: { resourceId: undefined, to: '2026-11-22', onlyReads: true } },
    ]);
  });

  it('sums it up', async () => {
    const body = await jsonOf(await fetch(url('/summary'), { headers: bearsWorkspaceKey }));
    expect(body).toEqual({
      ...{ workspace_id: workspaceId, period_start: '2026-11-22', period_end: '2026-11-23', total_events: 2 },
      by_event_type: [{ key: 'agent.updated', count: 2 }],
      by_actor: [{ key: 'user:u', count: 2 }],
    });
  });

  it('exports all of it a line at a time, once the export is on record', async () => {
    const response = await exportAll();
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trim().split('\n');
    expect(lines).toHaveLength(1_001);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(shown(1_000));
    expect(order).toEqual(['begun', 'from 0', 'from 500', 'from 1000']);
  });

  it('cuts an export off that fails on its way, so that nobody takes the part for the whole', async () => {
    failsAt = 500;
    const response = await exportAll();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('answers a failure before the first line as an error', async () => {
    failsAt = 0;
    expect((await exportAll()).status).toBe(503);
  });

  it.each(['?limit=0', '?limit=101', '?offset=-1', '?date_from=today', `?actor_id=${'a'.repeat(257)}`])(
    'refuses %s',
    async (query) => expect((await fetch(url(query), { headers: bearsWorkspaceKey })).status).toBe(422),
  );
});
