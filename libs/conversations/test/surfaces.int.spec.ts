import { permissionsOfRole } from '@svc/auth';
import { WorkspaceConversationStatus as Status } from '@svc/contracts/conversations';
import { eventually } from '@svc/testing';
import { streamId, userSubject } from '@svc/kernel';
import { EraseSubject } from '../src/application/erase-subject.js';
import { ReadModels } from '../src/application/read-models.js';
import { SurfaceFollowUp } from '../src/surfaces/surface-follow-up.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf } from './storage.js';
import { form, formOf, graphWith, page, waiting } from './waiting-form.js';
import { keyOf, tenantId } from './workspaces.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary(graphWith(form));
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  // Longer than keys are cached.
  library.clock.nowMs += 60_000;
});
afterAll(() => library.close());

const soon = (holds: () => void | Promise<void>) => eventually(holds, 15_000);
const entityId = '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01';
const bodyJson = (changes: object = {}) => JSON.stringify({ entity_id: entityId, ...form, ...changes });
const create = (changes: object = {}, caller = keyOf()) =>
  host.surfaces.createSurface({ caller, bodyJson: bodyJson(changes) });
const save = (token: string, fieldKey: string, value: unknown, at = host) =>
  at.surfaces.saveField({ token, fieldKey, valueJson: JSON.stringify(value) });
const administrator = keyOf(permissionsOfRole('admin'));

async function linked(surfaceId: string, at = host): Promise<string> {
  const delivered = await at.surfaces.deliverSurface({
    ...{ caller: administrator, surfaceId },
    channelAddress: 'the browser',
  });
  return delivered.token ?? '';
}
async function filledIn(token: string, at = host): Promise<void> {
  await save(token, 'day', '2026-12-01', at);
  await save(token, 'insurance', 'A-123', at);
}
const statusOf = async (conversationId: string) =>
  (
    await host.workspaces.getWorkspaceConversation({
      ...{ caller: keyOf(), conversationId, includeToolCalls: false },
    })
  ).conversation?.status;
const told = async (id: string) =>
  (await eventsOf(library, id, tenantId)).flatMap((event) =>
    event.type === 'ExternalEventQueued' ? [event.data.message.text] : [],
  );
const ended = async (id: string) =>
  (await eventsOf(library, id, tenantId)).flatMap((event) =>
    event.type === 'WaitEnded' ? [event.data] : [],
  );

describe('wait_for surface_submission', () => {
  it('given the state is entered, then the conversation is paused, and there is one form for its entity', async () => {
    const { id, outcome } = await waiting(host);
    expect(outcome.conversation?.status).toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED);
    await soon(async () => void (await formOf(host)));
    await Promise.all([host.scheduler.tick(), other.scheduler.tick(), host.scheduler.tick()]);
    const surfaceId = await formOf(other);
    const { surface } = await host.surfaces.getSurface({ caller: keyOf(), surfaceId });
    expect(surface).toMatchObject({ status: 'created', title: 'Your visit', fieldsCount: 3, channel: 'web' });
    expect(surface?.entityId).toBe(outcome.conversation?.entityId);
    expect(await statusOf(id)).toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED);
  });

  it('given it is submitted, then the agent is told the values once, but no sensitive one, and goes on', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    const token = await linked(await formOf(host));
    await host.surfaces.openSurface({ token });
    await filledIn(token);
    await host.surfaces.submitSurface({ token });
    await soon(async () => expect(await statusOf(id)).not.toBe(Status.WORKSPACE_CONVERSATION_STATUS_PAUSED));
    await Promise.all([host.scheduler.tick(), other.scheduler.tick()]);
    const [text, ...more] = await told(id);
    expect(more).toEqual([]);
    expect(text).toContain('- Day of the visit: 2026-12-01');
    expect(text).toContain('- Insurance number: (given, and not shown here)');
    expect(await ended(id)).toMatchObject([{ decision: 'submitted', decidedBy: 'service:conversations' }]);
    await soon(async () => {
      const events = await eventsOf(library, id, tenantId);
      const own = events.filter((event) => event.type === 'AgentMessageCompleted' && event.data.isOwnTurn);
      expect(own).toHaveLength(1);
    });
    expect(JSON.stringify(host.model.engaged)).not.toContain('A-123');
  });

  it('of many submissions at once on two instances one counts, and the others are told so', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    const token = await linked(await formOf(host));
    await filledIn(token);
    const all = await Promise.allSettled(
      [host, other, host, other, host].map((at) => at.surfaces.submitSurface({ token })),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'already_submitted' });
    await soon(async () => expect(await told(id)).toHaveLength(1));
  });

  it('given an instance that follows nothing, when it stops, then another one makes the form and tells of its end', async () => {
    const gone = await library.startHost('host-gone');
    await gone.get(SurfaceFollowUp).stop();
    const { id } = await waiting(gone);
    expect((await host.surfaces.listSurfaces({ caller: keyOf(), page })).surfaces).toEqual([]);
    await host.scheduler.tick();
    const token = await linked(await formOf(host), gone);
    await filledIn(token, gone);
    await gone.surfaces.submitSurface({ token });
    await gone.stop(0);
    expect(await told(id)).toEqual([]);
    await Promise.all([host.scheduler.tick(), other.scheduler.tick()]);
    await soon(async () => expect(await told(id)).toHaveLength(1));
  });

  it('given its time is over, then it expires, and the agent is told so', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    const surfaceId = await formOf(host);
    const token = await linked(surfaceId);
    library.clock.nowMs += 168 * 3_600_000;
    await expect(host.surfaces.openSurface({ token })).rejects.toMatchObject({ code: 'link_expired' });
    await host.scheduler.tick();
    await soon(async () => expect(await ended(id)).toMatchObject([{ decision: 'expired' }]));
    expect(await told(id)).toEqual([
      'The form "Your visit" was not submitted in time, and can no longer be.',
    ]);
    const { surface } = await host.surfaces.getSurface({ caller: keyOf(), surfaceId });
    expect(surface?.status).toBe('expired');
  });

  it('given it is withdrawn, then the agent is told so', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    await host.surfaces.archiveSurface({ caller: administrator, surfaceId: await formOf(host) });
    await soon(async () => expect(await ended(id)).toMatchObject([{ decision: 'withdrawn' }]));
  });

  it('given the conversation is closed, then the form can still be submitted, and is kept', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    await host.workspaces.closeWorkspaceConversation({ caller: keyOf(), conversationId: id });
    const surfaceId = await formOf(host);
    const token = await linked(surfaceId);
    await filledIn(token);
    await host.surfaces.submitSurface({ token });
    await soon(async () => {
      const { surface } = await host.surfaces.getSurface({ caller: keyOf(), surfaceId });
      expect(JSON.parse(surface?.submittedJson ?? '{}')).toEqual({ day: '2026-12-01', insurance: 'A-123' });
    });
    await host.scheduler.tick();
    expect(await told(id)).toEqual([]);
  });
});

describe('a template that no form can be made of', () => {
  it('is recorded, and the conversation goes on', async () => {
    const broken = await openLibrary(graphWith({ fields: [{ key: 'p', label: 'P', field_type: 'photo' }] }));
    try {
      const at = await broken.startHost('host-1');
      const { id } = await waiting(at);
      await soon(async () => {
        const events = await eventsOf(broken, id, tenantId);
        expect(events.find((event) => event.type === 'WaitEnded')?.data).toMatchObject({
          decision: 'withdrawn',
        });
      });
      const { surface } = await at.surfaces.getSurface({ caller: keyOf(), surfaceId: await formOf(at) });
      expect(surface).toMatchObject({ status: 'archived', archiveReason: 'invalid' });
      expect(surface?.contextJson).toContain('photo is not served');
    } finally {
      await broken.close();
    }
  });

  it('given it waits for a review, then it is delivered once it is approved', async () => {
    const reviewed = await openLibrary(graphWith({ ...form, review_required: true }));
    try {
      const at = await reviewed.startHost('host-1');
      await waiting(at);
      await soon(async () => void (await formOf(at)));
      const surfaceId = await formOf(at);
      expect(await linked(surfaceId, at)).toBe('');
      const review = { caller: administrator, surfaceId, decision: 'approved' };
      expect((await at.surfaces.reviewSurface(review)).surface?.status).toBe('created');
      expect(await linked(surfaceId, at)).toMatch(/^[\w-]{43}$/);
      await expect(at.surfaces.reviewSurface(review)).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      await reviewed.close();
    }
  });
});

describe('a surface of the API', () => {
  it('goes from created to completed, and is listed', async () => {
    const { surface, token } = await create();
    expect(surface).toMatchObject({ status: 'created', entityId, channel: 'web', fieldsCount: 3 });
    expect(token).toMatch(/^[\w-]{43}$/);
    const opened = await host.surfaces.openSurface({ token });
    expect(opened).toMatchObject({ status: 'opened', savedJson: '{}', surfaceId: surface?.surfaceId });
    await save(token, 'day', '2026-12-01');
    await expect(host.surfaces.submitSurface({ token })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ loc: ['fields', 'insurance'], msg: 'is required' }],
    });
    await save(token, 'insurance', 'A-123');
    expect(JSON.parse((await host.surfaces.openSurface({ token })).savedJson)).toEqual({
      day: '2026-12-01',
      insurance: 'A-123',
    });
    await host.surfaces.submitSurface({ token });
    for (const late of [() => host.surfaces.openSurface({ token }), () => save(token, 'day', '2026-12-02')])
      await expect(late()).rejects.toMatchObject({ code: 'already_submitted' });
    const { surfaces, page: info } = await host.surfaces.listSurfaces({
      ...{ caller: keyOf(), page, entityId, status: 'completed' },
    });
    expect(surfaces).toMatchObject([{ surfaceId: surface?.surfaceId, title: 'Your visit' }]);
    expect(surfaces[0]?.submittedJson).toBeUndefined();
    expect(info?.hasMore).toBe(false);
  });

  it.each([
    ['a value of another type', 'day', 'soon', 'validation_failed'],
    ['a field that is not there', 'other', 'x', 'validation_failed'],
    ['a name that objects have', '__proto__', 'x', 'validation_failed'],
  ])('given %s, then it is refused', async (_what, key, value, code) => {
    const { token } = await create();
    await expect(save(token, key, value)).rejects.toMatchObject({ code });
  });

  it.each([
    ['empty', ''],
    ['another', 'A'.repeat(43)],
    ['a hash', 'ab'.repeat(32)],
    ['odd', '\u0000\uD800'],
  ])('given a token that is %s, then it opens nothing', async (_what, token) => {
    await create();
    for (const attempt of [
      () => host.surfaces.openSurface({ token }),
      () => host.surfaces.submitSurface({ token }),
      () => save(token, 'day', '2026-12-01'),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'invalid_link' });
  });

  it('given another workspace or a key without the permission, then nobody learns of it', async () => {
    const { surface } = await create();
    const surfaceId = surface?.surfaceId ?? '';
    const elsewhere = keyOf(permissionsOfRole('owner'), '1b4e28ba-2fa1-4d2e-883f-0016d3cca427');
    const unknown = { code: 'not_found' };
    await expect(host.surfaces.getSurface({ caller: elsewhere, surfaceId })).rejects.toMatchObject(unknown);
    await expect(host.surfaces.archiveSurface({ caller: elsewhere, surfaceId })).rejects.toMatchObject(
      unknown,
    );
    expect((await host.surfaces.listSurfaces({ caller: elsewhere, page })).surfaces).toEqual([]);
    const weak = keyOf([]);
    for (const refused of [
      () => create({}, weak),
      () => host.surfaces.getSurface({ caller: weak, surfaceId }),
      () => host.surfaces.listSurfaces({ caller: weak, page }),
      () => host.surfaces.archiveSurface({ caller: weak, surfaceId }),
      () => host.surfaces.deliverSurface({ caller: weak, surfaceId, channelAddress: 'a' }),
      () => host.surfaces.reviewSurface({ caller: weak, surfaceId, decision: 'approved' }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('given a channel without a provider, then its delivery says so', async () => {
    const { surface } = await create({ channel: 'sms' });
    await expect(linked(surface?.surfaceId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps neither a token nor a value where somebody with the database could read it', async () => {
    const { token } = await create();
    await filledIn(token);
    const { rows } = await library.database.pool.query<{ all: string }>(
      `SELECT concat((SELECT string_agg(to_jsonb(e)::text, '') FROM conversations.event AS e),
                     (SELECT string_agg(to_jsonb(s)::text, '') FROM conversations.surface AS s),
                     (SELECT string_agg(to_jsonb(l)::text, '') FROM conversations.surface_link AS l)) AS all`,
    );
    const stored = rows[0]?.all ?? '';
    expect(stored).not.toBe('');
    for (const secret of [token, 'A-123', '2026-12-01', 'Your visit']) expect(stored).not.toContain(secret);
  });

  it('given its person is erased, then its links open nothing more, and nothing of what was filled in is left', async () => {
    const { surface, token } = await create();
    await filledIn(token);
    const subject = userSubject(tenantId, entityId);
    library.peers.erased.add(subject);
    await host.get(EraseSubject).execute(erasureRequest(subject));
    for (const late of [
      () => host.surfaces.openSurface({ token }),
      () => save(token, 'day', '2026-12-02'),
      () => host.surfaces.submitSurface({ token }),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'link_expired' });
    const surfaceId = surface?.surfaceId ?? '';
    const read = await host.surfaces.getSurface({ caller: keyOf(), surfaceId });
    expect(read.surface).toMatchObject({ title: undefined, specJson: undefined, submittedJson: undefined });
    const { surfaces } = await host.surfaces.listSurfaces({ caller: keyOf(), page });
    expect(surfaces).toMatchObject([{ surfaceId, title: undefined }]);
  });

  it('given its workspace is archived, then its links open nothing more', async () => {
    const archived = '1b4e28ba-2fa1-4d2e-883f-0016d3cca428';
    const { token } = await create({}, keyOf(permissionsOfRole('owner'), archived));
    library.peers.archived.add(archived);
    for (const late of [
      () => host.surfaces.openSurface({ token }),
      () => save(token, 'day', '2026-12-02'),
      () => host.surfaces.submitSurface({ token }),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'link_expired' });
    const { token: ofAnother } = await create();
    expect((await host.surfaces.openSurface({ token: ofAnother })).status).toBe('opened');
  });

  it('given all fields are saved at once on two instances, then each value is kept', async () => {
    const fields = Array.from({ length: 40 }, (_none, n) => ({
      ...{ key: `k${n}`, label: `Field ${n}`, field_type: 'text' },
    }));
    const { token } = await create({ fields });
    await Promise.all(fields.map(({ key }, n) => save(token, key, `v${n}`, n % 2 === 0 ? host : other)));
    const { savedJson } = await host.surfaces.openSurface({ token });
    expect(JSON.parse(savedJson)).toEqual(Object.fromEntries(fields.map(({ key }, n) => [key, `v${n}`])));
  });

  it('given it was saved often, then what is read of it does not grow, and a value that was taken away stays so', async () => {
    const fields = [
      { ...form.fields[0], prefill_value: '2026-12-24' },
      { key: 'note', label: 'Note', field_type: 'text' },
    ];
    const { surface, token } = await create({ fields });
    await save(token, 'day', null);
    for (let n = 0; n < 60; n += 1) await save(token, 'note', `v${n}`);
    const stream = streamId(tenantId, 'surface', surface?.surfaceId ?? '');
    const { rows } = await library.database.pool.query<{ after: number }>(
      `SELECT (SELECT count(*)::integer FROM conversations.event AS e
                WHERE e.stream_id = s.stream_id AND e.stream_version > s.stream_version) AS after
         FROM conversations.snapshot AS s WHERE s.stream_id = $1`,
      [stream],
    );
    expect(rows).toEqual([{ after: expect.any(Number) }]);
    expect(rows[0]!.after).toBeLessThanOrEqual(32);
    const { savedJson } = await other.surfaces.openSurface({ token });
    expect(JSON.parse(savedJson)).toEqual({ note: 'v59' });
  });

  it('given the read models are rebuilt, then they are the same', async () => {
    const { token } = await create();
    await filledIn(token);
    const read = async () =>
      (
        await library.database.pool.query(
          `SELECT to_jsonb(s) - ARRAY['title', 'description'] AS row FROM conversations.surface AS s`,
        )
      ).rows;
    const before = await read();
    const context = await library.openContext();
    await context.get(ReadModels).rebuild();
    expect(await read()).toEqual(before);
    expect((await host.surfaces.openSurface({ token })).status).toBe('partial');
  });
});
