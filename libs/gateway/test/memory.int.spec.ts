import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const conversationId = 'c0ffeec0ffeec0ffeec0ffee';
const memory = {
  memoryId: 'a0ffeec0ffeec0ffeec0ffee',
  createdAtMs: Date.UTC(2026, 10, 21),
  conversationId,
  references: ['b0ffeec0ffeec0ffeec0ffee'],
  content: 'Lives in Berlin.',
  context: 'She was asked for her address.',
};
const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    memory: {
      listMemories: seen.answer({ memories: [memory], page: { hasMore: true, nextOffset: 3 } }),
      getUserModel: seen.answer({
        userModels: [
          {
            content: 'Lives in Berlin.',
            insightIds: [memory.memoryId],
            dimensions: [{ description: 'Where they live', tags: ['home'] }],
          },
        ],
        additionalContext: ['Hears badly'],
      }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('memories of a user', () => {
  it('are listed by the parameters of the request', async () => {
    const query = `id=${memory.memoryId}&conversation_id=${conversationId}&limit=1&continuation_token=2&sort_by=-created_at`;
    const listed = await gateway.call('GET', `/v1/demo/user/ada/memory?${query}`);
    expect([listed.status, await jsonOf(listed)]).toEqual([
      200,
      {
        memories: [
          {
            id: memory.memoryId,
            created_at: '2026-11-21T00:00:00.000Z',
            conversation_id: conversationId,
            references: memory.references,
            content: 'Lives in Berlin.',
            context: 'She was asked for her address.',
          },
        ],
        has_more: true,
        continuation_token: 3,
      },
    ]);
    expect(seen.last).toEqual({
      userId: 'ada',
      memoryIds: [memory.memoryId],
      conversationIds: [conversationId],
      page: { limit: 1, offset: 2 },
      sortBy: [{ field: 'created_at', descending: true }],
    });
  });

  it('are 50 from the first one on by default; a limit of 0 is allowed', async () => {
    await gateway.call('GET', '/v1/demo/user/ada/memory/');
    expect(seen.last).toMatchObject({ page: { limit: 50, offset: 0 }, sortBy: [], memoryIds: [] });
    expect((await gateway.call('GET', '/v1/demo/user/ada/memory?limit=0')).status).toBe(200);
  });

  it.each([
    ['limit=51', 'query.limit'],
    ['limit=-1', 'query.limit'],
    ['id=x', 'query.id.0'],
    ['conversation_id=x', 'query.conversation_id.0'],
    ['sort_by=content', 'query.sort_by.0'],
  ])('are refused for %s', async (query, field) => {
    const response = await gateway.call('GET', `/v1/demo/user/ada/memory?${query}`);
    expect(await brokenFieldsOf(response)).toEqual([422, [field]]);
  });
});

it('the user model is shown with its manual entries', async () => {
  const shown = await gateway.call('GET', '/v1/demo/user/ada/user_model/');
  expect([shown.status, await jsonOf(shown)]).toEqual([
    200,
    {
      user_models: [
        {
          content: 'Lives in Berlin.',
          insight_ids: [memory.memoryId],
          dimensions: [{ description: 'Where they live', tags: ['home'] }],
        },
      ],
      additional_context: ['Hears badly'],
    },
  ]);
  expect(seen.last).toEqual({ userId: 'ada' });
});
