import { requestContextOf } from '@svc/rpc';
import { Interact } from '../src/application/interact.js';
import { Conversations } from '../src/log/conversations.js';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf } from './storage.js';
import { begun, messagesOf } from './turns.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const longest = 310_000;

/** Beyond the bounds of Classic, which the request handler checks. */
async function say(conversationId: string, text: string): Promise<void> {
  const context = requestContextOf(ada, {
    requestId: 'long',
    signal: new AbortController().signal,
  });
  const said = { kind: 'user-message', text, externalEvents: [] } as const;
  for await (const _told of host
    .get(Interact)
    .execute(context, { conversationId, input: said, isSpoken: false }));
}

/** Bytes of each begin of a turn in the log, and of the data next to it. */
async function stored() {
  const sql = `
    SELECT octet_length(e.payload) AS payload, octet_length(b.content) AS beside, b.owner
      FROM conversations.event AS e
      LEFT JOIN conversations.blob AS b ON encode(b.address, 'hex') = e.payload::json #>> '{$personal,blob}'
     WHERE e.event_type = 'InteractionStarted' ORDER BY e.position`;
  interface Row {
    readonly payload: number;
    readonly beside: number | null;
    readonly owner: string | null;
  }
  return (await library.database.pool.query<Row>(sql)).rows;
}

describe('a turn of 310,000 characters', () => {
  it.each([
    ['one byte', 'x'],
    ['four bytes', '😀'],
    ['one byte that JSON escapes', '"'],
  ])(
    'given characters of %s, then its words are stored next to the event, and come back whole',
    async (_what, character) => {
      const text = character.repeat(longest);
      const conversationId = await begun(host);
      host.wire.statements.length = 0;

      await say(conversationId, text);

      // Begin and completion.
      expect(host.wire.statements).toHaveLength(2);
      const bytes = Buffer.byteLength(text);
      const [greeting, turn] = await stored();
      expect(greeting).toMatchObject({ beside: null });
      expect(turn?.payload).toBeLessThan(1_000);
      expect(turn?.beside).toBeGreaterThan(bytes);
      expect(turn?.owner).toBe('org:demo/user/ada');
      const started = (await eventsOf(library, conversationId)).findLast(
        ({ type }) => type === 'InteractionStarted',
      );
      expect(started).toMatchObject({ data: { messages: [{ text }] } });
      expect((await messagesOf(host, conversationId)).map((message) => message.text)).toContain(text);
      const { state } = await (
        await library.openContext()
      )
        .get(Conversations)
        .load('org:demo', conversationId);
      expect(state).toMatchObject({ completedInteractions: 2, recordedMessages: 3 });
    },
  );

  it('given more than four MiB, then it is refused and nothing has begun', async () => {
    const conversationId = await begun(host);
    const before = await eventsOf(library, conversationId);
    await expect(say(conversationId, '😀'.repeat(1_100_000))).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect(await eventsOf(library, conversationId)).toEqual(before);
    expect((await stored()).map(({ owner }) => owner)).toEqual([null]);
  });
});

describe('a list of long messages', () => {
  it('given more than two megabytes, then a page ends early, and the pages together hold each once', async () => {
    const conversationId = await begun(host);
    for (let turn = 0; turn < 12; turn += 1) await say(conversationId, `${turn} ${'x'.repeat(longest)}`);
    const pageFrom = (offset: number) =>
      host.client.listMessages({
        caller: ada,
        conversationId,
        messageIds: [],
        messageTypes: [],
        interactionIds: [],
        sortBy: [],
        page: { limit: 500, offset },
      });

    const seen: string[] = [];
    const sizes: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { messages, page } = await pageFrom(offset);
      expect(page?.hasMore).toBe(page?.nextOffset !== undefined);
      expect(messages.length).toBeGreaterThan(0);
      seen.push(...messages.map(({ messageId }) => messageId));
      sizes.push(messages.reduce((sum, { text }) => sum + text.length, 0));
      offset = page?.nextOffset;
    }
    expect(sizes.length).toBeGreaterThan(1);
    // A page ends with the message that reaches the bound.
    for (const size of sizes) expect(size).toBeLessThan(2 * 1_024 * 1_024 + longest);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect(await messagesIn(conversationId)).toBe(25);
  });
});

async function messagesIn(conversationId: string): Promise<number> {
  const sql = 'SELECT count(*)::integer AS count FROM conversations.message WHERE conversation_id = $1';
  const { rows } = await library.database.pool.query<{ count: number }>(sql, [conversationId]);
  return rows[0]?.count ?? 0;
}
