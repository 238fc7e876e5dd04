import { MessageFormat, MessageType } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import { startTestGateway, type ConversationsScript, type TestGateway } from './harness.js';
import { conversationId, serviceId } from './turns.js';

const asked: object[] = [];
const conversations: ConversationsScript = {
  finishConversation: (request) =>
    request.conversationId === conversationId
      ? Promise.resolve({})
      : Promise.reject(new DomainError('not_found', 'There is no conversation with this id.')),
  modifyConversationTags: (request) => {
    asked.push(request);
    return Promise.resolve({});
  },
  listMessages: (request) => {
    asked.push(request);
    return Promise.resolve({
      messages: [
        {
          messageId: 'm1',
          interactionId: 'i1',
          type: MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
          sender: 'Ava',
          text: 'Hello',
          format: MessageFormat.MESSAGE_FORMAT_TEXT,
          createdAtMs: 1_700_000_000_000,
        },
      ],
      page: { hasMore: true, nextOffset: 1 },
    });
  },
  listConversations: (request) => {
    asked.push(request);
    return Promise.resolve({
      conversations: [
        {
          conversationId,
          userId: 'user-1',
          serviceId: serviceId,
          createdAtMs: 1_700_000_000_000,
          isFinished: false,
          isAnalyzed: false,
          completedPostProcessings: [],
          finalMessage: 'Hello',
          versionSetInfo: {
            name: 'release',
            agentId: 'a',
            agentVersionNumber: 1,
            contextGraphId: 'g',
            contextGraphVersionNumber: 2,
            llmModelPreferences: [],
          },
          numMessages: 1,
          tags: [{ key: 'k', value: undefined }],
        },
      ],
      page: { hasMore: false, nextOffset: undefined },
    });
  },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ conversations });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked.length = 0;
});

describe('finishing', () => {
  it('has an empty response', async () => {
    const response = await gateway.call('POST', `/v1/demo/conversation/${conversationId}/finish/`);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('rejects unknown and malformed ids', async () => {
    const unknown = await gateway.call('POST', '/v1/demo/conversation/65f0000000000000000000ff/finish/');
    expect(await outcomeOf(unknown)).toEqual([404, 'not_found']);
    expect((await gateway.call('POST', '/v1/demo/conversation/zzz/finish/')).status).toBe(422);
  });
});

describe('reading', () => {
  it('lists messages', async () => {
    const query = 'message_type=user-message&message_type=agent-inner-thought&limit=1&sort_by=-created_at';
    const response = await gateway.call('GET', `/v1/demo/conversation/${conversationId}/messages/?${query}`);

    expect(asked).toMatchObject([
      {
        conversationId,
        messageIds: [],
        messageTypes: [MessageType.MESSAGE_TYPE_USER_MESSAGE, MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT],
        sortBy: [{ field: 'created_at', descending: true }],
        page: { limit: 1, offset: 0 },
      },
    ]);
    expect(await jsonOf(response)).toEqual({
      messages: [
        {
          id: 'm1',
          interaction_id: 'i1',
          created_at: '2023-11-14T22:13:20.000Z',
          sender: 'Ava',
          message: 'Hello',
          format: 'text',
          message_type: 'agent-message',
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
  });

  it('lists conversations', async () => {
    const response = await gateway.call(
      'GET',
      '/v1/demo/conversation/?is_finished=false&tag=k:&user_id=user-1',
    );

    expect(asked).toMatchObject([
      {
        userIds: ['user-1'],
        isFinished: false,
        tags: [{ key: 'k', match: { $case: 'noValue', value: true } }],
        page: { limit: 150, offset: 0 },
      },
    ]);
    expect(await jsonOf(response)).toEqual({
      conversations: [
        {
          id: conversationId,
          user_id: 'user-1',
          created_at: '2023-11-14T22:13:20.000Z',
          is_finished: false,
          is_analyzed: false,
          completed_post_processings: [],
          final_message: 'Hello',
          service_id: serviceId,
          version_set_info: {
            name: 'release',
            agent_version_info: ['a', 1],
            service_hierarchical_state_machine_version_info: ['g', 2],
            llm_model_preferences: {},
          },
          num_messages: 1,
          tags: { k: null },
        },
      ],
      has_more: false,
      continuation_token: null,
    });
  });

  it('rejects limits out of bounds', async () => {
    expect(
      (await gateway.call('GET', `/v1/demo/conversation/${conversationId}/messages/?limit=501`)).status,
    ).toBe(422);
    expect((await gateway.call('GET', '/v1/demo/conversation/?limit=0')).status).toBe(422);
  });
});

describe('a stopped service', () => {
  it('is reported as unavailable', async () => {
    const lonely = await startTestGateway({ conversations });
    await lonely.stopService('conversations');
    expect(
      await outcomeOf(await lonely.call('POST', `/v1/demo/conversation/${conversationId}/finish/`)),
    ).toEqual([503, 'service_unavailable']);
    await lonely.stop();
  });
});

describe('tags of a conversation', () => {
  const url = `/v1/demo/conversation/${conversationId}/tags/`;

  it('are changed, and nothing is answered', async () => {
    const response = await gateway.call('POST', url, {
      updates: { topic: 'bread', new: null },
      deletes: ['old'],
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(asked.at(-1)).toMatchObject({
      ...{ conversationId, deletes: ['old'] },
      updates: [{ key: 'topic', value: 'bread' }, { key: 'new' }],
    });
    expect((await gateway.call('POST', url, {})).status).toBe(204);
  });

  it.each([
    [{ updates: { 'a-b': 'c' } }, ['body.updates.a-b']],
    [{ deletes: [''] }, ['body.deletes.0']],
  ])('given %j, then it is refused', async (body, fields) => {
    expect(await brokenFieldsOf(await gateway.call('POST', url, body))).toEqual([422, fields]);
  });
});
