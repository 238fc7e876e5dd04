import type { Caller } from '@svc/contracts/common';
import { omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import { saysGoodbye, testGraph, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf } from './storage.js';
import { all, begun, saying } from './turns.js';
import { keyOf, started, taken, tenantId, turnRequest, workspaceGraph } from './workspaces.js';

const [talk, ...others] = testGraph.states;
const otherWording = 'They would like some advice';

let library: Library;
let host: Host;
let conversationId: string;

const reader = omnipotent('root');
const page = { limit: 100, offset: 0 };

function verify(caller: Caller = reader, changes: object = {}) {
  return host.replays.verifyConversation({ caller, conversationId, ...page, ...changes });
}

function compare(contextGraphVersionNumber?: number, changes: object = {}) {
  const versions = { contextGraphVersionNumber };
  return host.replays.compareConversation({ caller: reader, conversationId, ...page, versions, ...changes });
}

const say = (text: string) => all(host.client.interact(saying(conversationId, text)));

describe('given a conversation of an organization', () => {
  beforeAll(async () => {
    library = await openLibrary();
    host = await library.startHost('host-1');
    library.peers.otherGraphs.set(8, {
      ...testGraph,
      states: [
        {
          ...talk,
          exit_conditions: [
            { description: otherWording, next_state: 'note' },
            { description: saysGoodbye, next_state: 'farewell' },
          ],
        },
        ...others,
      ],
    });
    library.peers.otherGraphs.set(9, null);
  });
  beforeEach(async () => {
    await library.clear();
    conversationId = await begun(host);
    await say('I like to read');
    host.model.choice = wantsAdvice;
    await say('What shall I read?');
    host.model.choice = undefined;
  });
  afterAll(() => library.close());

  it('when it is verified, then each turn is identical, and no model is asked and nothing stored', async () => {
    const [calls, stored] = [host.model.engaged.length, (await eventsOf(library, conversationId)).length];
    const { turns, hasMore } = await verify();
    expect(turns.map(({ outcome }) => outcome)).toEqual(['identical', 'identical', 'identical']);
    expect(hasMore).toBe(false);
    expect(host.model.engaged).toHaveLength(calls);
    expect(await eventsOf(library, conversationId)).toHaveLength(stored);
  });

  it('when it is compared with the same versions, then nothing has changed', async () => {
    const { turns } = await compare();
    expect(turns.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  it('when it is compared with another graph, then turns stop where no answer was recorded', async () => {
    const calls = host.model.engaged.length;
    const { turns } = await compare(8);
    expect(turns.map(({ outcome }) => outcome)).toEqual(['unchanged', 'stopped', 'stopped']);
    expect(turns[2]?.firstUnrecordedCall).toMatchObject({ kind: 'navigate' });
    expect(host.model.engaged).toHaveLength(calls);
  });

  it('when a page is asked for, then it has those turns', async () => {
    const { turns: all } = await verify();
    const { turns, hasMore } = await verify(reader, { limit: 1, offset: 1 });
    expect(turns).toEqual([all[1]]);
    expect(hasMore).toBe(true);
  });

  it.each([0, 101])('when %i turns are asked for, then the request is refused', async (limit) => {
    await expect(verify(reader, { limit })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('when the version is not there, then it is not found', async () => {
    await expect(compare(9)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when the caller may not, then they are refused', async () => {
    await expect(verify(ada)).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('when the caller is of another organization, then there is no such conversation', async () => {
    const stranger = omnipotent('root', { orgId: 'other' });
    await expect(verify(stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when the installer asks, then nothing of what was said is in the answer', async () => {
    const asked = { tenantId: 'org:demo', conversationId, ...page };
    const { verified } = await host.admin.replayConversation(asked);
    expect(verified.map(({ outcome }) => outcome)).toEqual(['identical', 'identical', 'identical']);
    library.peers.otherGraphs.set(10, { ...testGraph, global_action_guidelines: ['Be brief.'] });
    const versions = { contextGraphVersionNumber: 10 };
    const { compared } = await host.admin.replayConversation({ ...asked, versions });
    expect(compared.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed']);
    expect(compared[0]?.differences).toEqual([{ kind: 'prompts' }]);
    const { turns } = await compare(10);
    expect(turns[0]?.differences[0]?.replayed).toContain('Be brief.');
  });

  it('when the person is erased, then so is what could be compared', async () => {
    library.peers.erased.add('org:demo/user/ada');
    library.clock.nowMs += 10_000;
    try {
      const outcomes = (turns: readonly { readonly outcome: string }[]) =>
        turns.map(({ outcome }) => outcome);
      expect(outcomes((await verify()).turns)).toEqual(['erased', 'erased', 'erased']);
      expect(outcomes((await compare()).turns)).toEqual(['erased', 'erased', 'erased']);
    } finally {
      library.peers.erased.clear();
    }
  });
});

describe('given a conversation of a workspace', () => {
  beforeAll(async () => {
    library = await openLibrary(workspaceGraph());
    host = await library.startHost('host-1');
  });
  beforeEach(async () => {
    await library.clear();
    conversationId = (await started(host)).id;
    host.model.choice = wantsAdvice;
    await taken(host.workspaces.takeWorkspaceTurn(turnRequest(conversationId, 'What shall I read?')));
    host.model.choice = undefined;
  });
  afterAll(() => library.close());

  const replayer = () => keyOf(['Conversation.replay']);
  const wanted = (workspaceCaller = replayer()) => ({ workspaceCaller, conversationId, ...page });
  const decisions = (caller = keyOf(['Conversation.view']), changes: object = {}) =>
    host.insights.listDecisions({ caller, conversationId, ...page, ...changes });

  it('then it is verified and compared', async () => {
    const verified = await host.replays.verifyConversation(wanted());
    const compared = await host.replays.compareConversation({ ...wanted(), versions: {} });
    expect(verified.turns.map(({ outcome }) => outcome)).toEqual(['identical', 'identical']);
    expect(compared.turns.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    const { verified: again } = await host.admin.replayConversation({ tenantId, conversationId, ...page });
    expect(again).toEqual(verified.turns);
  });

  it('then its decisions say what was considered, and why', async () => {
    const { turns, total, hasMore } = await decisions();
    expect({ total, hasMore }).toEqual({ total: 2, hasMore: false });
    expect(turns[1]?.decisions[0]).toMatchObject({
      ...{ occasion: 'navigate', state: 'talk', judgedBy: 'model', reason: 'scripted' },
      considered: [
        { kind: 'exit', subject: wantsAdvice, verdict: 'matched', cause: 'chosen' },
        { kind: 'exit', verdict: 'not-matched', cause: 'another-chosen' },
        { kind: 'action', verdict: 'not-matched', cause: 'another-chosen' },
      ],
    });
    expect((await decisions(undefined, { limit: 1 })).hasMore).toBe(true);
  });

  it('then each needs its permission', async () => {
    const without = keyOf(['Agent.view']);
    await expect(decisions(without)).rejects.toMatchObject({ code: 'permission_denied' });
    for (const caller of [without, keyOf(['Conversation.view'])])
      await expect(host.replays.verifyConversation(wanted(caller))).rejects.toMatchObject({
        code: 'permission_denied',
      });
  });

  it('then another workspace finds none of it', async () => {
    const elsewhere = '7b1f3c9e-0d4a-4b8e-9f52-1a2b3c4d5e6f';
    await expect(decisions(keyOf(['Conversation.view'], elsewhere))).rejects.toMatchObject({
      code: 'not_found',
    });
    const stranger = keyOf(['Conversation.replay'], elsewhere);
    await expect(host.replays.verifyConversation(wanted(stranger))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
