import { ada } from './callers.js';
import { saysGoodbye } from './definitions.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { all, begun, saying } from './turns.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
afterAll(() => library.close());

async function snapshots(): Promise<readonly string[]> {
  const text = 'SELECT stream_id FROM conversations.snapshot';
  const { rows } = await library.database.pool.query<{ stream_id: string }>(text);
  return rows.map(({ stream_id }) => stream_id);
}

describe('a conversation long enough for a snapshot', () => {
  it.each([
    ['its user', (conversationId: string) => host.client.finishConversation({ caller: ada, conversationId })],
    [
      'its agent',
      (conversationId: string) => {
        host.model.choice = saysGoodbye;
        return all(host.client.interact(saying(conversationId, 'Bye')));
      },
    ],
  ])(
    'when it is finished by %s, then no snapshot of it stays, and it is refused as always',
    async (_whom, finish) => {
      const conversationId = await begun(host);
      for (let turn = 0; turn < 12; turn += 1)
        await all(host.client.interact(saying(conversationId, 'I like novels')));
      expect(await snapshots()).toEqual([`org:demo/conversation/${conversationId}`]);

      await finish(conversationId);

      expect(await snapshots()).toEqual([]);
      await expect(all(host.client.interact(saying(conversationId, 'Hello?')))).rejects.toMatchObject({
        code: 'conversation_finished',
      });
    },
  );
});
