import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { all, begun, messagesOf, saying } from './turns.js';

const hourMs = 3_600_000;

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(() => library.clear());
afterAll(() => library.close());

async function databaseNowMs(): Promise<number> {
  const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms';
  const { rows } = await library.database.pool.query<{ now_ms: number }>(text);
  return rows[0]?.now_ms ?? 0;
}

describe('an external event', () => {
  it('given a host with a clock an hour ahead, then an event in the future of the database is refused', async () => {
    const nowMs = await databaseNowMs();
    library.clock.nowMs = nowMs + hourMs;
    const conversationId = await begun(host);
    library.clock.nowMs += 10_000;
    const externalEvents = [{ content: 'The door opened', timestampMs: library.clock.nowMs - 5_000 }];
    await expect(
      all(host.client.interact(saying(conversationId, 'Hello', { externalEvents }))),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('must lie in the past') as unknown,
    });
  });

  it('given a host with a clock an hour behind, then a present event is accepted, at the time of its clock', async () => {
    const nowMs = await databaseNowMs();
    library.clock.nowMs = nowMs - hourMs;
    const conversationId = await begun(host);
    const externalEvents = [{ content: 'The door opened', timestampMs: nowMs }];
    await all(host.client.interact(saying(conversationId, 'Hello', { externalEvents })));
    const messages = await messagesOf(host, conversationId);
    expect(messages.map(({ text, createdAtMs }) => [text, createdAtMs])).toEqual([
      ['Hello there.', library.clock.nowMs],
      ['The door opened', library.clock.nowMs],
      ['Hello', library.clock.nowMs],
      ['Hello there.', library.clock.nowMs],
    ]);
  });
});
