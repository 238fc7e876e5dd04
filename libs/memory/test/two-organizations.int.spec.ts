import { omnipotent } from '@svc/testing';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { userProfile } from './peer-services.js';

const userId = 'mia';
/** The same id in both organizations: ids are unique, but must not be relied on for isolation. */
const conversationId = 'c'.repeat(24);
const told = {
  demo: ['Said: Home: Berlin', 'Said: I like tea'],
  other: ['Said: Home: Munich', 'Said: I like beer'],
} as const;
const organizations = ['demo', 'other'] as const;
type Organization = (typeof organizations)[number];

let server: MemoryServer;
beforeAll(async () => {
  server = await startMemoryServer();
  server.peers.users.set(userId, userProfile(userId));
  for (const orgId of organizations) {
    const [home, liking] = told[orgId].map((content) => content.replace('Said: ', '')) as [string, string];
    const conversation = {
      conversationId,
      userId,
      tenantId: `org:${orgId}`,
      subject: 'org:demo/user/mia',
    } as const;
    await server.finish(conversation, home, 'I see.', liking, 'Good.', `${home}, in a flat with a balcony`);
  }
});
afterAll(() => server.stop());

async function memoriesIn(orgId: Organization) {
  const all = { memoryIds: [], conversationIds: [], sortBy: [] };
  const caller = omnipotent('root', { orgId });
  return (await server.memory.listMemories({ caller, userId, ...all })).memories;
}
const shown = (orgId: Organization) => [...told[orgId], `${told[orgId][0]}, in a flat with a balcony`];

describe.each(organizations)('what a member of two organizations has said to %s', (orgId) => {
  it('then its list has only that', async () => {
    expect((await memoriesIn(orgId)).map(({ content }) => content)).toEqual(shown(orgId));
  });

  it('then its user model has only that', async () => {
    const caller = omnipotent('root', { orgId });
    const { userModels } = await server.memory.getUserModel({ caller, userId });
    expect(userModels.map(({ content }) => content)).toEqual(told[orgId]);
  });

  it('then its prompts get only that, on any topic', async () => {
    const { recollections } = await server.recall.getRecollections({
      tenantId: `org:${orgId}`,
      userId,
      query: 'Tea or beer in Berlin or Munich, in a flat with a balcony',
      budgetCharacters: 4_000,
    });
    expect(recollections.map(({ content }) => content).sort()).toEqual(shown(orgId).sort());
  });
});

it('when one retracts a memory of the other, then it is not found, and stays', async () => {
  const [memory] = await memoriesIn('demo');
  const retracted = { $case: 'memoryId', value: memory?.memoryId ?? '' } as const;
  await expect(
    server.admin.retractMemories({ tenantId: 'org:other', retracted, conversationOfMessage: '' }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect((await memoriesIn('demo')).map(({ content }) => content)).toEqual(shown('demo'));
});
