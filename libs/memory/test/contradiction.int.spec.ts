import type { TenantId } from '@svc/kernel';
import { MemoryStore } from '../src/adapters/memory-store.js';
import { UserModels } from '../src/application/user-models.js';
import { createOfflineExtractor } from '../src/extraction/offline/offline-extractor.js';
import { ada } from './callers.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { messageIdOf } from './peer-services.js';

const tenantId: TenantId = 'org:demo';
const [first, second] = ['c'.repeat(24), 'd'.repeat(24)] as const;
const monday = Date.UTC(2026, 10, 16, 9);
const friday = Date.UTC(2026, 10, 20, 9);
const hour = 3_600_000;

let server: MemoryServer;
beforeAll(async () => {
  server = await startMemoryServer(createOfflineExtractor());
  await talk(
    first,
    monday,
    'My name is Ada Byron and I live in Berlin.',
    'Nice to meet you.',
    "I'm allergic to penicillin and I take 5 mg of lisinopril.",
  );
  await talk(
    second,
    friday,
    'I moved to Munich.',
    'Anything else?',
    "I'm not allergic to penicillin after all. I take 10 mg of lisinopril now.",
  );
});
afterAll(() => server.stop());

/** Said at that time; finished, and its memories made, an hour later. */
async function talk(conversationId: string, saidAtMs: number, ...said: readonly string[]): Promise<void> {
  server.peers.saidAtMs = saidAtMs;
  server.clock.nowMs = saidAtMs + hour;
  await server.finish({ conversationId }, ...said);
}

/** L3 with all its content, by the topics of its entries. */
async function known() {
  const { state } = await server.get(UserModels).load(tenantId, ada.userId);
  return Object.fromEntries(state?.entries.map((entry) => [entry.key, entry]) ?? []);
}

async function memoriesOf(conversationId: string) {
  const { memories } = await server.memory.listMemories({
    caller: ada,
    userId: ada.userId,
    memoryIds: [],
    conversationIds: [conversationId],
    sortBy: [],
  });
  return new Map(memories.map((memory) => [memory.content, memory]));
}

const statement = (
  insightId: string | undefined,
  content: string,
  saidAtMs: number,
  recordedAtMs: number,
) => ({
  content,
  insightIds: [insightId],
  firstSaidAtMs: saidAtMs,
  lastSaidAtMs: saidAtMs,
  recordedAtMs,
});

it('given facts that a second conversation contradicts, then the second holds, and the first is kept with its times', async () => {
  const [before, after] = [await memoriesOf(first), await memoriesOf(second)];
  const said = (content: string, at: number) =>
    statement(before.get(content)?.memoryId, content, at, monday + hour);
  const saidLater = (content: string, at: number) =>
    statement(after.get(content)?.memoryId, content, at, friday + hour);

  expect(await known()).toMatchObject({
    name: { ...said('Is called Ada Byron.', monday), history: [] },
    home: {
      ...saidLater('Moved to Munich.', friday),
      history: [{ ...said('Lives in Berlin.', monday), supersededAtMs: friday }],
    },
    'allergy: penicillin': {
      ...saidLater('Is not allergic to penicillin.', friday + 2),
      history: [{ ...said('Is allergic to penicillin.', monday + 2), supersededAtMs: friday + 2 }],
    },
    'medicine: lisinopril': {
      ...saidLater('Takes lisinopril, 10 mg.', friday + 2),
      history: [{ ...said('Takes lisinopril, 5 mg.', monday + 2), supersededAtMs: friday + 2 }],
    },
  });
});

it('then each memory names the message that it quotes', async () => {
  const [before, after] = [await memoriesOf(first), await memoriesOf(second)];
  expect(before.get('Lives in Berlin.')?.references).toEqual([messageIdOf(first, 0)]);
  expect(before.get('Is allergic to penicillin.')?.references).toEqual([messageIdOf(first, 2)]);
  expect(after.get('Moved to Munich.')?.references).toEqual([messageIdOf(second, 0)]);
  expect(after.get('Takes lisinopril, 10 mg.')?.references).toEqual([messageIdOf(second, 2)]);
});

it('when the second is retracted, then all is as after the first, and the history says why', async () => {
  const [modelBefore, ...later] = await eventsOfModel();
  const { memoryIds } = await server.admin.retractMemories({
    tenantId,
    retracted: { $case: 'conversationId', value: second },
    conversationOfMessage: '',
  });

  expect(memoryIds).toHaveLength(3);
  expect(Object.values(await known())).toEqual(entriesOf(modelBefore));
  expect((await eventsOfModel()).slice(1 + later.length)).toMatchObject([
    {
      metadata: { actor: 'installer' },
      event: { data: { conversation: { conversationId: second }, retractedMemoryIds: memoryIds } },
    },
  ]);
  expect(await memoriesOf(second)).toEqual(new Map());
});

function eventsOfModel() {
  return server
    .get(MemoryStore)
    .readStream(server.database, `${tenantId}/user_model/${ada.userId}`, { limit: 100 });
}

function entriesOf(stored: Awaited<ReturnType<typeof eventsOfModel>>[number] | undefined) {
  return stored?.event.type === 'UserModelUpdated' ? stored.event.data.entries : undefined;
}
