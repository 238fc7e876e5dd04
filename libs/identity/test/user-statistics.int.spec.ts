import { MessageType } from '@svc/contracts/conversations';
import type { User } from '@svc/contracts/identity';
import { conversationsEvents } from '@svc/contracts/public-events';
import { resyncInboxStream } from '@svc/event-bus';
import { TestBus } from '@svc/event-bus/test-bus';
import { organizationTenant, userSubject, type TenantId } from '@svc/kernel';
import { samplesOf, type PublicEventSample } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { startDemo, type Demo } from './demo.js';

const { ConversationStarted, AgentMessageCompleted, InteractionCompleted, ConversationDiscarded } =
  conversationsEvents;
const serviceId = 'b'.repeat(24);
let bus: TestBus;
let demo: Demo;
let ada: string;
let bob: string;
beforeEach(async () => {
  bus = new TestBus();
  demo = await startDemo({}, bus);
  [ada, bob] = [(await demo.addUser()).userId, (await demo.addUser()).userId];
});
afterEach(() => demo.stop());

/** A conversation as its owner publishes it. */
class Told {
  readonly streamId: string;

  constructor(
    private readonly conversationId: string,
    private readonly userId: string,
    private readonly tenantId: TenantId = organizationTenant('demo'),
    private readonly homeOrgId?: string,
  ) {
    this.streamId = `${tenantId}/conversation/${conversationId}`;
  }

  async begins(): Promise<this> {
    const { conversationId, userId, homeOrgId } = this;
    const started = { tags: [], isReturningUser: false, startedAtMs: 1, pins: undefined };
    const identity = { conversationId, userId, serviceId, homeOrgId };
    await bus.publish(ConversationStarted, this.#with({ ...started, ...identity }));
    return this;
  }

  /** A user message, an inner thought and an agent message. */
  async says(atMs: number): Promise<this> {
    const turn = { interactionId: 'i', userId: this.userId, serviceId };
    const message = { messageId: 'm', sender: '', text: '', createdAtMs: atMs };
    const spoken = {
      ...turn,
      message: { ...message, type: MessageType.MESSAGE_TYPE_AGENT_MESSAGE },
      state: 's',
      action: 'a',
      isCut: false,
      isOwnTurn: false,
    };
    await bus.publish(AgentMessageCompleted, this.#with(spoken));
    const messages = [
      MessageType.MESSAGE_TYPE_USER_MESSAGE,
      MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
      MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
    ].map((type) => ({ messageId: 'm', type }));
    const completed = { ...turn, messages, conversationCompleted: false, completedAtMs: atMs };
    await bus.publish(InteractionCompleted, this.#with(completed));
    return this;
  }

  async isDiscarded(): Promise<this> {
    const discarded = { discardedAtMs: 1, userId: this.userId, serviceId };
    await bus.publish(ConversationDiscarded, this.#with(discarded));
    return this;
  }

  #with<Data>(data: Data) {
    const { tenantId, streamId, userId, homeOrgId } = this;
    const home = homeOrgId === undefined ? tenantId : organizationTenant(homeOrgId);
    return { tenantId, streamId, subject: userSubject(home, userId), data };
  }
}
const begun = (conversationId: string, userId: string) => new Told(conversationId, userId).begins();

const page = { limit: 100, offset: 0 };
const listed = async (userIds: string[], field?: string, descending = false): Promise<readonly User[]> =>
  (
    await demo.identity.listUsers({
      caller: demo.owner,
      userIds,
      emails: [],
      page,
      sortBy: field === undefined ? [] : [{ field, descending }],
    })
  ).users;
const statisticsOf = async (userId: string) => (await listed([userId]))[0]?.statistics;
const none = { numConversations: 0, numMessages: 0, lastMessageAtMs: undefined };
const stored = async () => {
  const text = `
    SELECT row_to_json(s)::text AS row FROM identity.user_statistics s
     UNION ALL SELECT row_to_json(c)::text FROM identity.counted_conversation c ORDER BY 1`;
  const query = { name: 'stored_statistics', text, values: [] };
  return (await demo.storage.database.query<{ row: string }>(query)).rows.map(({ row }) => row);
};

/** Events of ada, as conversations has recorded them. */
async function tell(contract: { source: string; type: string }, samples: readonly PublicEventSample[]) {
  const subject = userSubject(organizationTenant('demo'), ada);
  for (const { payload, ...sample } of samples)
    await bus.publishSample(contract, { ...sample, subject, payload: { ...payload, userId: ada } });
}

it('given events as conversations has recorded them, then each counts', async () => {
  await tell(ConversationStarted, samplesOf(conversationsEvents.ConversationStarted));
  expect(await statisticsOf(ada)).toEqual({ ...none, numConversations: 1 });
  await tell(InteractionCompleted, samplesOf(conversationsEvents.InteractionCompleted));
  expect(await statisticsOf(ada)).toMatchObject({ numMessages: 1 });
  await tell(AgentMessageCompleted, samplesOf(conversationsEvents.AgentMessageCompleted));
  expect(await statisticsOf(ada)).toMatchObject({ lastMessageAtMs: 1_002_000 });
  await tell(ConversationDiscarded, samplesOf(conversationsEvents.ConversationDiscarded));
  expect(await statisticsOf(ada)).toEqual(none);
});

describe('the statistics of a user', () => {
  it('given conversations that go on, then they count these and their messages, without inner thoughts', async () => {
    await (await begun('c1', ada)).says(5_000);
    await (await (await begun('c2', ada)).says(9_000)).says(7_000);
    await begun('c3', bob);
    expect(await statisticsOf(ada)).toEqual({ numConversations: 2, numMessages: 6, lastMessageAtMs: 9_000 });
    expect(await statisticsOf(bob)).toEqual({ ...none, numConversations: 1 });
    await bus.repeat();
    expect(await statisticsOf(ada)).toEqual({ numConversations: 2, numMessages: 6, lastMessageAtMs: 9_000 });
  });

  it('given a conversation without a message, then they do not count it', async () => {
    await (await begun('c1', ada)).says(5_000);
    await (await begun('c2', ada)).isDiscarded();
    expect(await statisticsOf(ada)).toEqual({ numConversations: 1, numMessages: 2, lastMessageAtMs: 5_000 });
  });

  it('sort lists, with users without conversations first', async () => {
    await (await begun('c1', ada)).says(9_000);
    await (await (await begun('c2', bob)).says(4_000)).says(5_000);
    await begun('c3', bob);
    const silent = (await demo.addUser()).userId;
    const sorted = async (field: string, descending = false) =>
      (await listed([ada, bob, silent], `user_stats.${field}`, descending)).map(({ userId }) => userId);
    expect(await sorted('num_conversations')).toEqual([silent, ada, bob]);
    expect(await sorted('num_messages', true)).toEqual([bob, ada, silent]);
    expect(await sorted('last_message_time')).toEqual([silent, bob, ada]);
    expect(await sorted('last_message_time', true)).toEqual([ada, bob, silent]);
  });

  it('given a member from elsewhere and a user of the same id in another organization, then they count neither', async () => {
    await new Told('c1', ada, organizationTenant('demo'), 'elsewhere').begins();
    await (await new Told('c2', ada, organizationTenant('other')).begins()).says(5_000);
    expect(await statisticsOf(ada)).toEqual(none);
  });

  it('given a repeated read of a conversation, or a rebuild of the read models, then they stay the same', async () => {
    const told = await (await begun('c1', ada)).says(9_000);
    await (await begun('c2', ada)).says(5_000);
    const before = await stored();
    const { database } = demo.storage;
    const address = { schema: 'identity', consumer: 'user-statistics', source: 'conversations' };
    expect(await resyncInboxStream(database, { ...address, streamId: told.streamId })).toBe(true);
    const text = 'SELECT FROM identity.inbox_parked_stream';
    while ((await database.query({ name: 'still_read', text, values: [] })).rowCount !== 0);
    expect(await stored()).toEqual(before);
    await (await demo.replica()).get(ReadModels).rebuild();
    expect(await stored()).toEqual(before);
  });

  it('given that the user is deleted, then they are gone, and late events are not counted', async () => {
    const told = await (await begun('c1', ada)).says(5_000);
    await begun('c2', bob);
    const ofBob = (await stored()).filter((row) => !row.includes(ada));
    await demo.identity.deleteUser({ caller: demo.owner, userId: ada });
    expect(await stored()).toEqual(ofBob);
    await told.says(6_000);
    await begun('c3', ada);
    expect(await stored()).toEqual(ofBob);
  });
});
