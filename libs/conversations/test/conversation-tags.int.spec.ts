import { compileGraph } from '@svc/definitions/classic';
import { callerOf, omnipotent } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn } from '../src/replay/replay-turn.js';
import { ada } from './callers.js';
import { testGraph, testProfile } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { all, begun, saying } from './turns.js';
import { hashOf } from './written-keys.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const administrator = omnipotent('root');
const modify = (conversationId: string, changes: object, caller = administrator) =>
  host.client.modifyConversationTags({ caller, conversationId, updates: [], deletes: [], ...changes });
const tagsOf = async (conversationId: string, changes: object = {}) => {
  const request = { caller: ada, conversationIds: [conversationId], userIds: [], serviceIds: [], sortBy: [] };
  const { conversations } = await host.client.listConversations({ ...request, tags: [], ...changes });
  return conversations[0]?.tags.map(({ key, value }) => `${key}:${value ?? ''}`);
};
const tags = [{ key: 'area', value: 'heart' }, { key: 'draft' }];

describe('the tags of a conversation', () => {
  it('are set, replaced and removed, and lists filter by them', async () => {
    const id = await begun(host, { tags });
    const updates = [{ key: 'area', value: 'lung' }, { key: 'Zone', value: 'a b' }, { key: 'open' }];
    await modify(id, { updates, deletes: ['draft', 'never there'] });
    expect(await tagsOf(id)).toEqual(['Zone:a b', 'area:lung', 'open:']);
    const ofArea = (value: string) => ({ tags: [{ key: 'area', match: { $case: 'value', value } }] });
    expect(await tagsOf(id, ofArea('lung'))).toBeDefined();
    expect(await tagsOf(id, ofArea('heart'))).toBeUndefined();
    await host.get(ReadModels).rebuild();
    expect(await tagsOf(id)).toEqual(['Zone:a b', 'area:lung', 'open:']);
    await modify(id, { deletes: ['Zone', 'area', 'open'] });
    expect(await tagsOf(id)).toEqual([]);
  });

  it('given a finished conversation, then they change too', async () => {
    const id = await begun(host, { tags });
    await host.client.finishConversation({ caller: ada, conversationId: id });
    await modify(id, { deletes: ['draft'] });
    expect(await tagsOf(id)).toEqual(['area:heart']);
  });

  it('given a running turn, then they change at once, and the turn completes and can be replayed', async () => {
    const id = await begun(host, { tags });
    const hold = host.model.hold();
    const turn = all(host.client.interact(saying(id, 'Hello')));
    await hold.reached;
    await modify(id, { deletes: ['draft'] });
    expect(await tagsOf(id)).toEqual(['area:heart']);
    hold.release();
    expect((await turn).at(-1)?.$case).toBe('interactionComplete');
    const log = await library.store.readConversation(library.database, `org:demo/conversation/${id}`);
    const turns = recordedTurns(log);
    const ground = {
      definition: { agent: testProfile, graph: compileGraph(testGraph) },
      hash: hashOf('org:demo', 'ada'),
    };
    expect(turns.map((one) => replayTurn(one, ground).outcome)).toEqual(['identical', 'identical']);
  });

  it('given nothing that changes, then nothing is recorded', async () => {
    const id = await begun(host, { tags });
    await modify(id, { updates: tags, deletes: ['never there'] });
    const log = await library.store.readConversation(library.database, `org:demo/conversation/${id}`);
    expect(log.map(({ event }) => event.type)).not.toContain('ConversationTagsChanged');
  });

  it('given more than twenty afterwards, then nothing is changed', async () => {
    const id = await begun(host, { tags });
    const updates = Array.from({ length: 19 }, (_, at) => ({ key: `t${at}` }));
    await expect(modify(id, { updates })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await tagsOf(id)).toHaveLength(2);
    await modify(id, { updates, deletes: ['draft'] });
    expect(await tagsOf(id)).toHaveLength(20);
  });

  it.each([
    ['a key that is none', { updates: [{ key: 'a-b' }] }],
    ['a value that is too long', { updates: [{ key: 'a', value: 'x'.repeat(101) }] }],
    ['an empty value', { updates: [{ key: 'a', value: '' }] }],
    ['a key twice', { updates: [{ key: 'a' }, { key: 'a', value: 'b' }] }],
    ['a key to set and to delete', { updates: [{ key: 'a' }], deletes: ['a'] }],
    ['more than twenty', { deletes: Array.from({ length: 21 }, (_, at) => `t${at}`) }],
  ])('given %s, then it is refused', async (_what, changes) => {
    const id = await begun(host);
    await expect(modify(id, changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('are changed by those who may, and of nobody else', async () => {
    const id = await begun(host, { tags });
    const deletes = ['draft'];
    const denied = [ada, omnipotent('root', { permissions: ['Conversation:FinishConversation'] })];
    for (const caller of denied)
      await expect(modify(id, { deletes }, caller)).rejects.toMatchObject({ code: 'permission_denied' });
    const elsewhere = [
      omnipotent('root', { orgId: 'other' }),
      callerOf('ada', 'DefaultUserRole', { orgId: 'other' }),
    ];
    for (const caller of elsewhere)
      await expect(modify(id, { deletes }, caller)).rejects.toMatchObject({ code: 'not_found' });
    await expect(modify('f'.repeat(24), { deletes })).rejects.toMatchObject({ code: 'not_found' });
    expect(await tagsOf(id)).toHaveLength(2);
  });
});
