import type { Caller } from '@svc/contracts/common';
import { verifyStreams } from '@svc/event-store';
import { omnipotent } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { Conversations } from '../src/log/conversations.js';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { noRemains, personalRemains } from './personal-remains.js';
import { readModelContent } from './read-model-content.js';
import { all, begun, saying } from './turns.js';

const atHome = 'org:demo/user/ada';

/** In the organization `clinic`. */
const inClinic = (caller: Caller, orgId: string): Caller => ({ ...caller, tenantId: 'org:clinic', orgId });
/** A user of `demo` who is a member of the clinic. */
const member = inClinic(omnipotent('ada'), 'demo');
/** A user of the clinic itself. */
const local = inClinic(omnipotent('carl'), 'clinic');

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  library.peers.users.set('ada', userProfile('ada', { homeOrgId: 'demo' }));
  library.peers.users.set('carl', userProfile('carl'));
});
beforeEach(async () => {
  await library.clear();
  library.peers.erased.clear();
  // Longer than keys are cached.
  library.clock.nowMs += 60_000;
});
afterAll(() => library.close());

async function talk(caller: Caller): Promise<string> {
  const conversationId = await begun(host, { caller });
  await all(host.client.interact(saying(conversationId, 'I like novels', { caller })));
  return conversationId;
}
const log = (conversationId: string) =>
  library.store.readStream(library.database, `org:clinic/conversation/${conversationId}`);
const list = async (caller: Caller) =>
  (
    await host.client.listConversations({
      caller,
      conversationIds: [],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
    })
  ).conversations;
const textsOf = async (caller: Caller, conversationId: string) => {
  const filter = { messageIds: [], messageTypes: [], interactionIds: [], sortBy: [] };
  const { messages } = await host.client.listMessages({ caller, conversationId, ...filter });
  return messages.map(({ text }) => text);
};

describe("a member's conversations in an organization", () => {
  it('are recorded for their home organization, those of its own user for the organization itself', async () => {
    const theirs = await log(await talk(member));
    expect(new Set(theirs.map(({ subject }) => subject))).toEqual(new Set([atHome]));
    expect(theirs[0]?.event.data).toMatchObject({ userId: 'ada', homeOrgId: 'demo' });
    const locals = await log(await talk(local));
    expect(new Set(locals.map(({ subject }) => subject))).toEqual(new Set(['org:clinic/user/carl']));
    expect(locals[0]?.event.data).toMatchObject({ userId: 'carl', homeOrgId: null });
  });

  it('are listed in that organization, to them and to callers who may see them there, and not at home', async () => {
    const conversationId = await talk(member);
    for (const caller of [member, local]) {
      expect(await list(caller)).toMatchObject([{ conversationId, userId: 'ada', finalMessage: /\S/ }]);
      expect(await textsOf(caller, conversationId)).toContain('I like novels');
    }
    expect(await list(omnipotent('ada'))).toEqual([]);
    await expect(textsOf(ada, conversationId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can be continued by any instance, also one that has nothing of it cached', async () => {
    const conversationId = await talk(member);
    const other = await library.startHost('host-2');
    await all(other.client.interact(saying(conversationId, 'And poems', { caller: member })));
    await all(host.client.interact(saying(conversationId, 'And plays', { caller: local })));
    expect(await textsOf(member, conversationId)).toEqual(
      expect.arrayContaining(['I like novels', 'And poems', 'And plays']),
    );
    const context = await library.openContext();
    const { state } = await context.get(Conversations).load('org:clinic', conversationId);
    expect(state).toMatchObject({ identity: { homeOrgId: 'demo' }, completedInteractions: 4 });
  });

  it('have the same rows after a rebuild', async () => {
    await talk(member);
    await talk(local);
    const before = await readModelContent(library);
    await (await library.openContext()).get(ReadModels).rebuild();
    expect(await readModelContent(library)).toEqual(before);
  });
});

describe('a member who is erased at home', () => {
  it('is erased in all organizations where they have spoken, and nobody else is', async () => {
    const theirs = await talk(member);
    const own = await begun(host);
    const locals = await talk(local);
    expect(await personalRemains(library, atHome)).toMatchObject({ conversations: 2 });

    library.peers.erased.add(atHome);
    await host.admin.eraseSubject({ subject: atHome });

    expect(await personalRemains(library, atHome)).toEqual(noRemains);
    expect(await textsOf(local, theirs)).toEqual(['', '', '']);
    expect(await textsOf(omnipotent('ada'), own)).toEqual(['']);
    expect(await textsOf(local, locals)).toContain('I like novels');
    await expect(
      all(host.client.interact(saying(theirs, 'Still here', { caller: member }))),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect((await verifyStreams(library.database, 'conversations')).violations).toEqual([]);
  });
});

describe('a member whose membership has ended', () => {
  it('leaves conversations that can be read and finished, but can not speak', async () => {
    const conversationId = await talk(member);
    library.peers.users.delete('ada');
    try {
      await expect(
        all(host.client.interact(saying(conversationId, 'Still here', { caller: local }))),
      ).rejects.toMatchObject({ code: 'not_found' });
      expect(await textsOf(local, conversationId)).toContain('I like novels');
      await host.client.finishConversation({ caller: local, conversationId });
    } finally {
      library.peers.users.set('ada', userProfile('ada', { homeOrgId: 'demo' }));
    }
    expect(await list(local)).toMatchObject([{ conversationId, isFinished: true }]);
  });
});
