import { jest } from '@jest/globals';
import { eventually } from '@svc/testing';
import { EraseSubject } from '../src/application/erase-subject.js';
import { MakeRequestedSurface } from '../src/surfaces/make-requested-surface.js';
import { SurfaceFollowUp } from '../src/surfaces/surface-follow-up.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf } from './storage.js';
import { form, formOf, graphWith, page, waiting } from './waiting-form.js';
import { keyOf, tenantId } from './workspaces.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary(graphWith(form));
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  // Longer than keys are cached.
  library.clock.nowMs += 60_000;
});
afterAll(() => library.close());

const soon = (holds: () => void | Promise<void>) => eventually(holds, 15_000);

describe('what is to follow of forms', () => {
  const subjectOfConversation = async (id: string) => {
    const { rows } = await library.database.pool.query<{ subject: string }>(
      'SELECT subject FROM conversations.conversation WHERE conversation_id = $1',
      [id],
    );
    return rows[0]!.subject;
  };
  const erase = async (subject: string, at = host) => {
    library.peers.erased.add(subject);
    await at.get(EraseSubject).execute(erasureRequest(subject));
  };
  const unreported = async () => {
    const { rowCount } = await library.database.pool.query(
      'SELECT FROM conversations.surface WHERE is_unreported',
    );
    return rowCount;
  };

  it('given the person of an open form is erased, then it expires, and nothing is left to be told', async () => {
    const { id } = await waiting(host);
    await soon(async () => void (await formOf(host)));
    await erase(await subjectOfConversation(id));
    library.clock.nowMs += 168 * 3_600_000;
    await host.scheduler.tick();
    const { surfaces } = await host.surfaces.listSurfaces({ caller: keyOf(), page });
    expect(surfaces).toMatchObject([{ status: 'expired' }]);
    await soon(async () => expect(await unreported()).toBe(0));
    expect((await eventsOf(library, id, tenantId)).map(({ type }) => type)).not.toContain('WaitEnded');
  });

  it('given the person is erased before the form is made, then none is looked for any more', async () => {
    const gone = await library.startHost('host-erased');
    await gone.get(SurfaceFollowUp).stop();
    const { id } = await waiting(gone);
    await erase(await subjectOfConversation(id), gone);
    await gone.stop(0);
    const making = jest.spyOn(host.get(MakeRequestedSurface), 'execute');
    await host.scheduler.tick();
    expect(making).not.toHaveBeenCalled();
    making.mockRestore();
  });

  it('given many before it that can not be done, then it is done all the same, few at a time', async () => {
    const gone = await library.startHost('host-behind');
    await gone.get(SurfaceFollowUp).stop();
    const { id } = await waiting(gone);
    await gone.stop(0);
    // The log knows nothing of these.
    await library.database.pool.query(
      `INSERT INTO conversations.surface_request SELECT $1, 'c' || n, 'r' || n, to_timestamp(0)
         FROM generate_series(1, 450) AS n`,
      [tenantId],
    );
    await library.database.pool.query(
      'UPDATE conversations.surface_request SET requested_at = to_timestamp(1) WHERE conversation_id = $1',
      [id],
    );
    const late = await library.startHost('host-late');
    const making = late.get(MakeRequestedSurface);
    const { execute } = making;
    let [running, most] = [0, 0];
    jest.spyOn(making, 'execute').mockImplementation(async (request) => {
      most = Math.max(most, (running += 1));
      return execute.call(making, request).finally(() => (running -= 1));
    });
    await Promise.all([late.scheduler.tick(), late.scheduler.tick()]);
    expect(await formOf(late)).toBeDefined();
    expect(making.execute).toHaveBeenCalledTimes(451);
    expect(most).toBeLessThanOrEqual(8);
    await late.stop(0);
  });
});
