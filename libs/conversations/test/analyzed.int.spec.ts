import { PostProcessingStage, type PostProcessingStageCompleted } from '@svc/contracts/memory';
import { memoryEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { samplesOf } from '@svc/testing';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { begun } from './turns.js';

let bus: TestBus;
let library: Library;
let host: Host;
beforeAll(async () => {
  bus = new TestBus();
  library = await openLibrary();
  host = await library.startHost('host-1', { bus });
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const shown = async () => {
  const { conversations } = await host.client.listConversations({
    caller: ada,
    conversationIds: [],
    userIds: [],
    serviceIds: [],
    tags: [],
    sortBy: [],
  });
  return conversations.map(({ isAnalyzed, completedPostProcessings }) => [
    isAnalyzed,
    completedPostProcessings,
  ]);
};
const completed = (conversationId: string, stage: PostProcessingStage) => {
  const data: PostProcessingStageCompleted = {
    conversationId,
    userId: 'ada',
    serviceId: 's1',
    stage,
    completedAtMs: 1,
  };
  const streamId = `org:demo/post_processing/${conversationId}`;
  return bus.publish(memoryEvents.PostProcessingStageCompleted, { tenantId: 'org:demo', streamId, data });
};

it('given a conversation, when its stages complete, then they are shown, and after the last it is analyzed', async () => {
  const conversationId = await begun(host);
  expect(await shown()).toEqual([[false, []]]);
  await completed(conversationId, PostProcessingStage.POST_PROCESSING_STAGE_EXTRACT_MEMORIES);
  expect(await shown()).toEqual([[false, ['extract-memories']]]);
  await completed(conversationId, PostProcessingStage.POST_PROCESSING_STAGE_GENERATE_USER_MODELS);
  const both = [[true, ['extract-memories', 'generate-user-models']]];
  expect(await shown()).toEqual(both);
  await bus.repeat();
  expect(await shown()).toEqual(both);
});

it('given an unknown stage, then it is not shown', async () => {
  await completed(await begun(host), PostProcessingStage.POST_PROCESSING_STAGE_UNSPECIFIED);
  expect(await shown()).toEqual([[false, []]]);
});

it('then stage events in every recorded form of memory are understood', async () => {
  const conversationId = await begun(host);
  for (const sample of samplesOf(memoryEvents.PostProcessingStageCompleted)) {
    const payload = { ...sample.payload, conversationId };
    const streamId = `org:demo/post_processing/${conversationId}`;
    await bus.publishSample(memoryEvents.PostProcessingStageCompleted, { ...sample, streamId, payload });
  }
  expect(await shown()).toEqual([[true, ['extract-memories', 'generate-user-models']]]);
});
