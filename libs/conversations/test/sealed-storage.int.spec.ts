import { eventually } from '@svc/testing';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { all, begun, saying } from './turns.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  const notes = ['Reads at night'];
  library.peers.users.set('ada', userProfile('ada', { additionalContext: notes }));
  host = await library.startHost('host-1');
});
afterAll(() => library.close());

/** All rows of all tables, as text; bytes in hex. */
async function everything(): Promise<string> {
  const { pool } = library.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'conversations'`,
  );
  const contents = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    return rows.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(contents)).join('\n');
}

describe('the messages of a conversation', () => {
  it.each([
    ['short', 'I like novels', false],
    ['too long for an event', `I like novels. ${'😀'.repeat(19_000)}`, true],
  ])(
    'given it is %s, then neither texts nor senders are stored in plain',
    async (_what, text, isSummedUp) => {
      const conversationId = await begun(host);
      // Long enough for a snapshot.
      for (let turn = 0; turn < 12; turn += 1) await all(host.client.interact(saying(conversationId, text)));
      if (isSummedUp)
        await eventually(async () => expect(await everything()).toContain('ConversationSummarized'));
      const open = await everything();
      await host.client.finishConversation({ caller: ada, conversationId });

      const stored = open + (await everything());
      expect(stored).toContain(conversationId);
      // Shorter ones occur in base64 by chance.
      for (const word of ['novels', '😀', 'Hello there', 'Ada Example', 'Reads at night', 'They read.']) {
        expect(stored).not.toContain(word);
        expect(stored).not.toContain(Buffer.from(word).toString('hex'));
      }
    },
  );
});
