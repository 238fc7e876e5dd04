import { RecollectionType, type GetRecollectionsRequest } from '@svc/contracts/memory';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { userProfile } from './peer-services.js';

const { RECOLLECTION_TYPE_KNOWN: known, RECOLLECTION_TYPE_REMEMBERED: remembered } = RecollectionType;

let server: MemoryServer;
beforeAll(async () => {
  server = await startMemoryServer();
  for (const userId of ['cleo', 'dan', 'eve']) server.peers.users.set(userId, userProfile(userId));
});
afterAll(() => server.stop());

let conversations = 0;
/** Says it in a conversation of its own, and makes memories of that. @returns its id */
async function talk(userId: string, ...said: readonly string[]): Promise<string> {
  const conversationId = (conversations += 1).toString(16).padStart(24, 'c');
  const answered = said.flatMap((text) => [text, 'I see.']);
  await server.finish({ conversationId, userId }, ...answered);
  return conversationId;
}

const recollections = (userId: string, changes: Partial<GetRecollectionsRequest> = {}) =>
  server.recall.getRecollections({
    tenantId: 'org:demo',
    userId,
    query: '',
    budgetCharacters: 4_000,
    ...changes,
  });
async function recalled(userId: string, changes: Partial<GetRecollectionsRequest> = {}) {
  const answer = await recollections(userId, changes);
  return answer.recollections.map(({ content }) => content.replace('Said: ', ''));
}

describe('what is recalled of a user', () => {
  it('then current statements come with their day, all of them if they fit', async () => {
    await talk('ada', 'Home: Berlin', 'I like tea');
    await talk('ada', 'Home: Munich');
    const answer = await recollections('ada');
    expect(answer.isAll).toBe(true);
    expect(answer.recollections).toMatchObject([
      { type: known, content: 'Said: I like tea', context: '' },
      { type: known, content: 'Said: Home: Munich', context: '' },
    ]);
    expect(answer.recollections.every(({ saidAtMs }) => saidAtMs > Date.UTC(2026, 10, 20))).toBe(true);
  });

  it('given memories that add to current statements, then those that fit the query come with them', async () => {
    await talk('bob', 'Home: Berlin', 'I ski');
    await talk('bob', 'Home: Berlin, in a flat with a balcony');
    expect(await recollections('bob')).toMatchObject({
      recollections: [{ type: known }, { type: known }],
      isAll: false,
    });
    expect((await recollections('bob', { query: 'Have you a balcony?' })).recollections[0]).toMatchObject({
      type: remembered,
      content: 'Said: Home: Berlin, in a flat with a balcony',
      context: 'A talk',
    });
  });

  it('given more than the budget takes, then the most fitting come, within it, and the result says that there is more', async () => {
    const said = Array.from({ length: 30 }, (_, index) => `I like hobby number ${index}`);
    await talk('cleo', ...said, 'I am afraid of penguins');
    const answer = await recollections('cleo', { query: 'Any penguins here?', budgetCharacters: 600 });
    expect(answer.isAll).toBe(false);
    expect(answer.recollections[0]?.content).toBe('Said: I am afraid of penguins');
    expect(answer.recollections.length).toBeLessThan(8);
    expect(await recalled('cleo', { budgetCharacters: 0 })).toEqual([]);
  });

  it("then it is only theirs: not another user's, nor what they have said to another organization", async () => {
    await talk('dan', 'I like beer');
    expect(await recalled('dan')).toEqual(['I like beer']);
    expect(await recalled('eve')).toEqual([]);
    for (const tenantId of ['org:other', 'ws:demo'])
      expect(await recalled('dan', { tenantId, query: 'beer' })).toEqual([]);
  });

  it('when a memory is retracted, then it is no longer recalled, and the statement that it superseded is again', async () => {
    await talk('eve', 'Home: Berlin');
    const moved = await talk('eve', 'Home: Munich');
    expect(await recalled('eve')).toEqual(['Home: Munich']);
    const retracted = { $case: 'conversationId', value: moved } as const;
    await server.admin.retractMemories({ tenantId: 'org:demo', retracted, conversationOfMessage: '' });
    expect(await recalled('eve')).toEqual(['Home: Berlin']);
  });

  it('when the user is erased, then nothing is', async () => {
    await talk('ada', 'I like rain');
    expect(await recalled('ada')).toContain('I like rain');
    server.peers.erased.add('org:demo/user/ada');
    await server.admin.eraseSubject({ subject: 'org:demo/user/ada' });
    expect(await recollections('ada')).toEqual({ recollections: [], isAll: true });
  });

  it.each<[string, Partial<GetRecollectionsRequest>]>([
    ['no tenant', { tenantId: 'demo' }],
    ['no user', { userId: '' }],
    ['a user that no text can hold', { userId: 'a\u0000b' }],
  ])('given %s, then there is nothing', async (_what, changes) => {
    expect(await recollections('dan', changes)).toEqual({ recollections: [], isAll: true });
  });

  it.each<[string, Partial<GetRecollectionsRequest>]>([
    ['query', { query: 'x'.repeat(10_001) }],
    ['budget_characters', { budgetCharacters: 100_001 }],
    ['budget_characters', { budgetCharacters: -1 }],
  ])('given a %s beyond its bounds, then it is refused', async (_field, changes) => {
    await expect(recollections('dan', changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('what a question costs', () => {
  it('given thousands of memories, then only the latest are opened, by the index', async () => {
    const { rows: before } = await server.database.pool.query<{ count: string }>(
      `SELECT count(*) FROM memory.memory WHERE user_id = 'dan'`,
    );
    expect(Number(before[0]?.count)).toBe(1);
    await server.database.pool.query(`
      INSERT INTO memory.memory
      SELECT tenant_id, lpad(to_hex(n), 24, '0'), 1, lpad(to_hex(n), 24, 'f'), user_id, service_id, subject,
             created_at + n * interval '1 second', said_at, confidence, message_ids, NULL, NULL, NULL
        FROM memory.memory, generate_series(1, 3000) AS n WHERE user_id = 'dan'`);
    // 200 newer ones without words leave no room for the one with them. Current statements come all the same.
    expect(await recollections('dan', { query: 'beer' })).toMatchObject({
      recollections: [{ type: known, content: 'Said: I like beer' }],
      isAll: true,
    });
    await server.database.pool.query('ANALYZE memory.memory');
    const { rows: plan } = await server.database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM memory.memory WHERE tenant_id = 'org:demo' AND user_id = 'dan'
        ORDER BY created_at DESC, conversation_id DESC, ordinal DESC LIMIT 200`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan Backward using memory_user_creation');
    expect(text).not.toContain('Sort');
  });
});
