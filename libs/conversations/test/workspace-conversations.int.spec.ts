import { permissionsOfRole } from '@svc/auth';
import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationStatus as Status,
  WorkspaceTurnRole as Role,
  type ListWorkspaceConversationsRequest,
} from '@svc/contracts/conversations';
import { nameUuid, userSubject } from '@svc/kernel';
import { saysGoodbye, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { workspaceServiceId } from './peers.js';
import {
  keyOf,
  startRequest,
  started,
  taken,
  tenantId,
  textsOf,
  turnRequest,
  workspaceGraph,
  workspaceId,
} from './workspaces.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary(workspaceGraph());
  host = await library.startHost('host-1');
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const get = async (conversationId: string, caller = keyOf()) =>
  host.workspaces.getWorkspaceConversation({ caller, conversationId, includeToolCalls: false });
const list = (changes: Partial<ListWorkspaceConversationsRequest> = {}) =>
  host.workspaces.listWorkspaceConversations({
    ...{ caller: keyOf(), limit: 20, offset: 0 },
    channel: ChannelKind.CHANNEL_KIND_UNSPECIFIED,
    status: Status.WORKSPACE_CONVERSATION_STATUS_UNSPECIFIED,
    ...changes,
  });
const close = (conversationId: string) =>
  host.workspaces.closeWorkspaceConversation({ caller: keyOf(), conversationId });
const say = async (id: string, text: string, changes = {}) =>
  taken(host.workspaces.takeWorkspaceTurn(turnRequest(id, text, changes)));
const sms = {
  channel: ChannelKind.CHANNEL_KIND_SMS,
  recipient: '+4930123456',
  useCaseId: workspaceServiceId,
};

describe('starting a conversation in a workspace', () => {
  it('gives the greeting of the agent, an entity of its own, and no index before the user speaks', async () => {
    const { conversation, turns, isNew, id } = await started(host);
    expect(isNew).toBe(true);
    expect(turns).toMatchObject([{ role: Role.WORKSPACE_TURN_ROLE_AGENT, text: 'Hello there.' }]);
    expect([turns[0]?.turnId, turns[0]?.turnIndex]).toEqual([undefined, undefined]);
    const bare = { caller: keyOf(), conversationId: id, includeToolCalls: false, omitsTurns: true };
    expect(await host.workspaces.getWorkspaceConversation(bare)).toEqual({ ...(await get(id)), turns: [] });
    expect(conversation).toMatchObject({ turnCount: 0, state: 'talk', serviceId: workspaceServiceId });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(conversation?.entityId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it('keeps a key for the entity before its first words are stored', async () => {
    library.peers.asked.length = 0;
    await started(host);
    expect(library.peers.asked).toContain('ensureKeys');
  });

  it('begins without a turn where the agent is not to greet, and greets at the first empty message', async () => {
    const { turns, id } = await started(host, { greets: false });
    expect(turns).toEqual([]);
    const { outcome } = await say(id, '');
    expect(outcome).toMatchObject({ input: undefined, conversation: { turnCount: 0 } });
    expect(textsOf(outcome.output)).toEqual(['Hello there.']);
    await expect(say(id, '')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('names the same entity by the same canonical id, in its workspace', async () => {
    const canonicalId = 'crm:patient:7';
    const [one, other] = [await started(host, { canonicalId }), await started(host, { canonicalId })];
    expect(one.conversation?.entityId).toBe(nameUuid(workspaceId, canonicalId));
    expect(other.conversation?.entityId).toBe(one.conversation?.entityId);
    expect(other.id).not.toBe(one.id);
    const elsewhere = keyOf(undefined, '11111111-2fa1-4d2e-883f-0016d3cca427');
    const there = await started(host, { canonicalId, caller: elsewhere });
    expect(there.conversation?.entityId).not.toBe(one.conversation?.entityId);
  });

  it('lets an entity have several open ones, and knows a returning one of the same service', async () => {
    const entityId = '7d0e28ba-2fa1-4d2e-883f-0016d3cca427';
    expect((await started(host, { entityId })).conversation?.state).toBe('talk');
    expect((await started(host, { entityId })).conversation?.state).toBe('recommend');
    expect((await list()).total).toBe(2);
  });

  it('is nothing when the greeting fails', async () => {
    host.model.failure = new Error('The model is down.');
    await expect(started(host)).rejects.toThrow();
    expect((await list()).total).toBe(0);
  });

  it('goes on with what is open on a channel other than the web, unless another is asked for', async () => {
    const entityId = '7d0e28ba-2fa1-4d2e-883f-0016d3cca427';
    const first = await started(host, { entityId, ...sms });
    expect(first.conversation).toMatchObject({ recipient: '+4930123456' });
    const again = await started(host, { entityId, ...sms });
    expect([again.id, again.isNew]).toEqual([first.id, false]);
    expect(again.turns).toHaveLength(1);
    const bare = await started(host, { entityId, ...sms, omitsTurns: true });
    expect([bare.id, bare.turns]).toEqual([first.id, []]);
    expect((await started(host, { entityId, ...sms, forceNew: true })).id).not.toBe(first.id);
  });

  it('has no use case where the user writes first', async () => {
    const { id } = await started(host, { ...sms, useCaseId: undefined, greets: false });
    expect((await say(id, 'Hi')).outcome.output).toMatchObject([{ turnIndex: 0 }]);
  });

  it.each([
    ['with a greeting', true],
    ['without one', false],
  ])('is one where several begin at once on such a channel, %s', async (_how, greets) => {
    const entityId = '7d0e28ba-2fa1-4d2e-883f-0016d3cca428';
    const begun = await Promise.all([1, 2, 3, 4].map(() => started(host, { entityId, ...sms, greets })));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await list()).total).toBe(1);
  });

  it.each([
    ['an entity and a canonical id', { entityId: workspaceId, canonicalId: 'a:b:c' }],
    ['a canonical id of another form', { canonicalId: 'patient-7' }],
    ['an entity that is no UUID', { entityId: 'x' }],
    ['another channel than the web without a recipient', { channel: ChannelKind.CHANNEL_KIND_SMS }],
    [
      'an outbound one on it without a use case',
      {
        ...{ ...sms, useCaseId: undefined },
        direction: ConversationDirection.CONVERSATION_DIRECTION_OUTBOUND,
      },
    ],
    ['no number', { ...sms, recipient: '030 123' }],
    ['a forced conversation on the web', { forceNew: true }],
    ['voice', { channel: ChannelKind.CHANNEL_KIND_VOICE }],
    ['too long an instruction', { instruction: 'x'.repeat(10_001) }],
    ['too long a greeting', { greeting: 'x'.repeat(2_001) }],
  ])('refuses %s', async (_what, changes) => {
    await expect(host.workspaces.startWorkspaceConversation(startRequest(changes))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('knows no other service', async () => {
    await expect(started(host, { serviceId: workspaceId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not begin for an erased entity', async () => {
    const entityId = '8d0e28ba-2fa1-4d2e-883f-0016d3cca427';
    library.peers.erased.add(userSubject(tenantId, entityId));
    await expect(started(host, { entityId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([['Conversation.create'], ['Conversation.view']] as const)(
    'needs more than %s to run a simulation',
    async (permission) => {
      const direction = ConversationDirection.CONVERSATION_DIRECTION_SIMULATED;
      const caller = keyOf([permission]);
      await expect(started(host, { caller, direction })).rejects.toMatchObject({ code: 'permission_denied' });
    },
  );
});

describe('what a conversation is ordered for', () => {
  const shown = () => JSON.stringify(host.model.engaged.at(-1)?.messages);

  it('is shown to the agent in each turn, and changes with the channel', async () => {
    const { id: conversationId } = await started(host, { instruction: 'Ask for the invoice.' });
    expect(shown()).toContain('Ask for the invoice.');
    await say(conversationId, 'Hi');
    expect(shown()).toContain('Ask for the invoice.');
    const moved = {
      ...sms,
      reason: 'They asked.',
      dispatchOpener: false,
      instruction: 'Ask for the receipt.',
    };
    await host.workspaces.switchWorkspaceChannel({ caller: keyOf(), conversationId, ...moved });
    await say(conversationId, 'Hi');
    expect(shown()).toContain('Ask for the receipt.');
    expect(shown()).not.toContain('Ask for the invoice.');
  });

  it('holds the words of the greeting, which only the first turn is told', async () => {
    const { id } = await started(host, { isSession: true, greets: false, greeting: 'Good day!' });
    await say(id, '');
    expect(shown()).toContain('Good day!');
    await say(id, 'Hi');
    expect(shown()).not.toContain('Good day!');
  });
});

describe('a session', () => {
  const session = { isSession: true, greets: false, canonicalId: 'crm:patient:7' };

  it('is one for each entity and service, until it is closed', async () => {
    const first = await started(host, session);
    const again = await started(host, session);
    expect([first.isNew, again.isNew, again.id]).toEqual([true, false, first.id]);
    // Others may be open besides.
    expect((await started(host, { canonicalId: 'crm:patient:7' })).id).not.toBe(first.id);
    await close(first.id);
    expect((await started(host, session)).id).not.toBe(first.id);
  });

  it('is begun once by two at the same time', async () => {
    const both = await Promise.all([started(host, session), started(host, session)]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  });

  it('needs its own permission', async () => {
    await expect(started(host, { ...session, caller: keyOf(['Conversation.create']) })).rejects.toMatchObject(
      {
        code: 'permission_denied',
      },
    );
  });
});

describe('a turn in a workspace', () => {
  it('gives what was said, with the same id for an exchange, and counts from 0', async () => {
    const { id } = await started(host);
    host.model.messages = [['Try ', '"Emma".']];
    const { told, outcome } = await say(id, 'Some advice?');
    expect(told).toEqual(['newMessage', 'newMessage', 'newMessage', 'interactionComplete']);
    const turnId = nameUuid(id, '0');
    expect(outcome).toMatchObject({
      input: { turnId, turnIndex: 0, role: Role.WORKSPACE_TURN_ROLE_USER, text: 'Some advice?' },
      output: [{ turnId, turnIndex: 0, text: 'Try "Emma".', action: 'Action of talk' }],
      conversation: { turnCount: 1, status: Status.WORKSPACE_CONVERSATION_STATUS_ACTIVE, isRunning: false },
      ...{ backgroundPending: false, isDuplicate: false },
    });
    const { turns } = await get(id);
    expect(turns.map(({ text, turnIndex }) => [text, turnIndex])).toEqual([
      ['Hello there.', undefined],
      ['Some advice?', 0],
      ['Try "Emma".', 0],
    ]);
  });

  it('tells how the state changed', async () => {
    const { id } = await started(host);
    host.model.choices = [wantsAdvice];
    const { outcome } = await say(id, 'Some advice?');
    const transition = { from: 'talk', to: 'recommend' };
    expect(outcome.output[0]?.stateTransitions).toEqual([transition]);
    const read = await get(id);
    expect(read.turns.at(-1)?.stateTransitions).toEqual([transition]);
    expect(read.conversation?.state).toBe('recommend');
  });

  it('tells the agent of the context before the message', async () => {
    const { id } = await started(host);
    await say(id, 'What is this?', { context: 'The user looks at a map.' });
    const shown = JSON.stringify(host.model.engaged.at(-1)?.messages);
    expect(shown.indexOf('The user looks at a map.')).toBeGreaterThan(0);
    expect(shown.indexOf('The user looks at a map.')).toBeLessThan(shown.indexOf('What is this?'));
    const { turns } = await get(id);
    expect(turns.slice(1).map(({ role, turnIndex }) => [role, turnIndex])).toEqual([
      [Role.WORKSPACE_TURN_ROLE_SYSTEM, 0],
      [Role.WORKSPACE_TURN_ROLE_USER, 0],
      [Role.WORKSPACE_TURN_ROLE_AGENT, 0],
    ]);
  });

  it('in the last state completes the conversation, and none follows', async () => {
    const { id } = await started(host);
    host.model.choices = [saysGoodbye];
    const { outcome } = await say(id, 'Bye!');
    expect(outcome.conversation).toMatchObject({
      status: Status.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
      completionReason: 'completed',
      state: 'farewell',
    });
    await expect(say(id, 'Hello?')).rejects.toMatchObject({ code: 'conversation_finished' });
    expect((await get(id)).conversation).toMatchObject({ state: 'farewell', turnCount: 1 });
  });

  it('takes a message of its sender once', async () => {
    const { id } = await started(host);
    host.model.messages = [['One.'], ['Two.']];
    const clientMessageId = 'm-1';
    const first = await say(id, 'Hi', { clientMessageId });
    const again = await say(id, 'Hi', { clientMessageId });
    expect([first.outcome.isDuplicate, again.outcome.isDuplicate]).toEqual([false, true]);
    expect(textsOf(again.outcome.output)).toEqual(['One.']);
    expect((await get(id)).turns).toHaveLength(3);
  });

  it('that is void leaves a conversation that began silently as it was', async () => {
    const { id } = await started(host, { greets: false });
    host.model.failure = new Error('The model is down.');
    await expect(say(id, 'Hi')).rejects.toThrow();
    host.model.failure = undefined;
    expect((await say(id, 'Hi')).outcome.conversation?.turnCount).toBe(1);
  });

  it.each([
    ['an empty message', '\u200b', {}],
    ['too long a message', 'x'.repeat(20_001), {}],
    ['too long a context', 'Hi', { context: 'x'.repeat(100_001) }],
    ['too long an id', 'Hi', { clientMessageId: 'x'.repeat(129) }],
  ])('refuses %s', async (_what, text, changes) => {
    const { id } = await started(host);
    await expect(say(id, text, changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('closing a conversation', () => {
  it('ends it, also one without a message, and may be repeated', async () => {
    for (const greets of [true, false]) {
      const { id } = await started(host, { greets });
      await close(id);
      await close(id);
      expect((await get(id)).conversation).toMatchObject({
        status: Status.WORKSPACE_CONVERSATION_STATUS_CLOSED,
        completionReason: 'requested',
      });
      await expect(say(id, 'Hello?')).rejects.toMatchObject({ code: 'conversation_finished' });
    }
  });
});

describe('the list of conversations', () => {
  it('shows the newest first, in pages, by channel and status, without simulations', async () => {
    const { id: first } = await started(host);
    library.clock.nowMs += 1_000;
    const { id: second } = await started(host, sms);
    await started(host, { direction: ConversationDirection.CONVERSATION_DIRECTION_SIMULATED });
    await close(first);

    const idsOf = async (changes: Partial<ListWorkspaceConversationsRequest>) =>
      (await list(changes)).conversations.map(({ conversationId }) => conversationId);
    expect(await idsOf({})).toEqual([second, first]);
    expect((await list({ limit: 1, offset: 1 })).total).toBe(2);
    expect(await idsOf({ limit: 1, offset: 1 })).toEqual([first]);
    expect(await idsOf({ channel: ChannelKind.CHANNEL_KIND_SMS })).toEqual([second]);
    expect(await idsOf({ status: Status.WORKSPACE_CONVERSATION_STATUS_CLOSED })).toEqual([first]);
    expect(await idsOf({ status: Status.WORKSPACE_CONVERSATION_STATUS_IN_PROGRESS })).toEqual([]);
    expect(await idsOf({ caller: keyOf(undefined, '11111111-2fa1-4d2e-883f-0016d3cca427') })).toEqual([]);
  });
});

describe('a conversation of another workspace', () => {
  const stranger = keyOf(undefined, '11111111-2fa1-4d2e-883f-0016d3cca427');

  it('is not found, whatever is asked of it', async () => {
    const { id: conversationId } = await started(host);
    const request = { caller: stranger, conversationId };
    const asked = [
      () => get(conversationId, stranger),
      () => host.workspaces.closeWorkspaceConversation(request),
      () => say(conversationId, 'Hi', { caller: stranger }),
      () => host.workspaces.collectWorkspaceTurns({ ...request, includeToolCalls: false }),
      () =>
        host.workspaces.switchWorkspaceChannel({
          ...{ ...request, ...sms, reason: 'They asked.', dispatchOpener: false },
        }),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('another channel', () => {
  it('is where the conversation goes on, with an opener that is collected', async () => {
    const { id: conversationId } = await started(host, { instruction: 'Be brief.' });
    host.model.messages = [['Hello on your phone.']];
    const { conversation } = await host.workspaces.switchWorkspaceChannel({
      ...{ caller: keyOf(), conversationId, ...sms, reason: 'They asked.', dispatchOpener: true },
    });
    expect(conversation).toMatchObject({ channel: sms.channel, recipient: sms.recipient, turnCount: 0 });
    const collect = async () =>
      host.workspaces.collectWorkspaceTurns({ caller: keyOf(), conversationId, includeToolCalls: false });
    expect(textsOf((await collect()).outcome?.output ?? [])).toEqual(['Hello on your phone.']);
    expect((await collect()).outcome?.output).toEqual([]);
  });

  it('is where it goes on even if the opener fails', async () => {
    const { id: conversationId } = await started(host);
    host.model.failure = new Error('The model is down.');
    const { conversation } = await host.workspaces.switchWorkspaceChannel({
      ...{ caller: keyOf(), conversationId, ...sms, reason: 'They asked.', dispatchOpener: true },
    });
    expect(conversation).toMatchObject({ channel: sms.channel, recipient: sms.recipient });
  });

  it('stays where it was if the caller may not let the agent speak', async () => {
    const { id: conversationId, conversation: before } = await started(host);
    const caller = keyOf(permissionsOfRole('member').filter((one) => one !== 'Conversation.turn'));
    const request = { caller, conversationId, ...sms, reason: 'They asked.' };
    const denied = { code: 'permission_denied' };
    await expect(
      host.workspaces.switchWorkspaceChannel({ ...request, dispatchOpener: true }),
    ).rejects.toMatchObject(denied);
    expect((await get(conversationId)).conversation?.channel).toBe(before?.channel);
    await host.workspaces.switchWorkspaceChannel({ ...request, dispatchOpener: false });
  });
});
