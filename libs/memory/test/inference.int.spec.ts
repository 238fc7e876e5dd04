import { FinishReason } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { samplesOf } from '@svc/testing';
import { messageIdOf } from './peer-services.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';

let server: MemoryServer;
beforeEach(async () => void (server = await startMemoryServer()));
afterEach(() => server.stop());

const tenantId = 'ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427' as const;
const conversationId = '5b9c0d3e-7a41-4f0e-9d1c-2b8f6a4e7c11';
const userId = 'c0ffee00-7a41-4f0e-9d1c-2b8f6a4e7c11';
const finish = (reason = FinishReason.FINISH_REASON_REQUESTED, ...said: readonly string[]) =>
  server.finish({ conversationId, userId, tenantId, reason }, ...said);
const language = {
  ...{ key: 'language', valueType: 'enum', allowedValuesJson: '["German","French"]' },
  ...{ description: 'The language that the person speaks.', sourceHint: undefined, minConfidence: 0.3 },
};

it('given keys of a workspace, when a conversation ends, then what it says of them is given to world with its messages', async () => {
  server.peers.inferredKeys.push(language, { ...language, key: 'other', allowedValuesJson: '["Welsh"]' });
  await finish(undefined, 'Hello', 'Which language do you speak?', 'French');
  expect(server.peers.recorded).toMatchObject([
    {
      ...{ tenantId, entityId: userId, conversationId },
      inferences: [
        {
          ...{ key: 'language', valueJson: '"French"', confidence: 0.6 },
          messageIds: [messageIdOf(conversationId, 1), messageIdOf(conversationId, 2)],
        },
      ],
    },
  ]);
});

it('given a key that asks for more confidence, then nothing is given', async () => {
  server.peers.inferredKeys.push({ ...language, minConfidence: 0.9 });
  await finish(undefined, 'I speak French');
  expect(server.peers.recorded).toEqual([]);
});

it('given a deleted person, or no keys, then nothing is given', async () => {
  await finish(undefined, 'I speak French');
  server.peers.inferredKeys.push(language);
  await finish(FinishReason.FINISH_REASON_DELETION, 'I speak French');
  expect(server.peers.recorded).toEqual([]);
});

it.each(samplesOf(conversationsEvents.ConversationFinished))(
  'takes all versions of the event that conversations has published',
  async (sample) => {
    await server.bus.publishSample(conversationsEvents.ConversationFinished, sample);
  },
);
