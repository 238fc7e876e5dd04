import { jest } from '@jest/globals';
import { workspaceTenant } from '@svc/kernel';
import { eventually } from '@svc/testing';
import type { ToolCall } from '@svc/engine';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { OwnTurns } from '../src/turn/own-turns.js';
import { EraseSubject } from '../src/application/erase-subject.js';
import { UnheardAnswers } from '../src/turn/unheard-answers.js';
import { erasureRequest } from './erasure-request.js';
import type { Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf } from './storage.js';
import {
  changed,
  desk as place,
  greetedInWorkspace,
  tenantId,
  workspaceGraph,
} from './workspace-conversation.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary(workspaceGraph());
  host = await library.startHost('own-1');
  other = await library.startHost('own-2');
});
beforeEach(() => library.clear());
afterAll(async () => {
  await library.close();
});

const soon = (holds: () => Promise<void>) => eventually(holds, 15_000);

const decided = {
  type: 'QueueExternalEvent',
  interactionId: 'i1',
  messageId: 'decided',
  text: 'A person has decided.',
} as const;

const numbered = (kind: string, n: number): string =>
  `0192f1f0-0000-4000-8000-${kind}${n.toString(16).padStart(11, '0')}`;

/** Everybody looks for turns, and takes what they find. */
async function swept(...hosts: readonly Host[]): Promise<void> {
  await Promise.all(hosts.map((one) => one.scheduler.tick()));
  await Promise.all(hosts.map((one) => one.get(OwnTurns).settled()));
}

/** What happened after the greeting. */
async function later(conversationId: string, of = tenantId): Promise<readonly ConversationEvent[]> {
  const events = await eventsOf(library, conversationId, of);
  return events.slice(events.findIndex(({ type }) => type === 'InteractionCompleted') + 1);
}

async function agentMessages(conversationId: string, of = tenantId) {
  return (await later(conversationId, of)).flatMap((event) =>
    event.type === 'AgentMessageCompleted' ? [[event.data.message.text, event.data.isOwnTurn]] : [],
  );
}

async function wanted(): Promise<number | null> {
  const { rowCount } = await library.database.pool.query('SELECT FROM conversations.wanted_turn');
  return rowCount;
}

const background: ToolCall = {
  id: 'i1/tool.look_up.1',
  toolId: 'look_up',
  name: 'look_up',
  version: null,
  input: {},
  effectKey: null,
  state: 'talk',
  purpose: 'engage',
  round: 0,
  handling: {
    resultPersistence: 'accumulate',
    delivery: 'interrupt',
    failureDelivery: null,
    failureDeliveryByClass: null,
    lifecycle: 'independent',
  },
  isBackground: true,
  startedAtMs: 1_001_000,
  timeoutMs: 60_000,
};

describe('a conversation of a workspace between turns', () => {
  it('given something to tell, then the agent tells it at once, and nobody has asked', async () => {
    const id = await greetedInWorkspace(host, { place });
    host.model.messages = [['It was decided.']];
    await changed(host, decided);
    await soon(async () => expect(await agentMessages(id)).toEqual([['It was decided.', true]]));
    expect((await later(id)).find(({ type }) => type === 'InteractionStarted')?.data).toMatchObject({
      kind: 'external-event',
      isOwnTurn: true,
      messages: [{ messageId: 'decided', text: 'A person has decided.' }],
    });
    expect(await wanted()).toBe(0);
  });

  it('given its process can note nothing after the commit, then its answer still waits to be collected', async () => {
    const id = await greetedInWorkspace(host, { place });
    const later = [host, other].flatMap((one) => {
      const unheard = one.get(UnheardAnswers);
      return [jest.spyOn(unheard, 'release'), jest.spyOn(unheard, 'heard')];
    });
    for (const noting of later) noting.mockResolvedValue(undefined);
    await changed(host, decided);
    await soon(async () => expect(await agentMessages(id)).toHaveLength(1));
    for (const noting of later) noting.mockRestore();
    const key = { tenantId, conversationId: id };
    const { taken } = await host.get(UnheardAnswers).hold(key, { isTurnRunning: false });
    expect(taken).toMatchObject([{ turnIndex: null }]);
  });

  it('given the result of a tool in the background, then the agent tells of it', async () => {
    const id = await greetedInWorkspace(host, { place, notes: [{ type: 'intent', call: background }] });
    const outcome = { status: 'ended', failure: null, reason: null, result: 'Room 4' } as const;
    const at = { durationMs: 20_000, endedAtMs: 1_021_000 };
    host.model.messages = [['It is room 4.']];
    await changed(host, {
      type: 'RecordToolOutcome',
      callId: background.id,
      outcome: { ...outcome, ...at },
      settledBy: null,
    });
    await soon(async () => expect(await agentMessages(id)).toEqual([['It is room 4.', true]]));
    const engaged = host.model.engaged.at(-1);
    expect(JSON.stringify(engaged?.messages)).toContain('Room 4');
  });

  it('given its process dies before it begins, then another one takes the turn, once', async () => {
    const gone = await library.startHost('own-gone');
    const id = await greetedInWorkspace(gone, { place });
    // Nothing that it watches for reaches it any more.
    await gone.get(OwnTurns).stop();
    await changed(gone, decided);
    expect(await wanted()).toBe(1);
    await gone.stop(0);
    await swept(host, other, host);
    expect(await agentMessages(id)).toHaveLength(1);
    expect(await wanted()).toBe(0);
  });

  it('given the model fails, then the turn is void, and taken again once its time has come', async () => {
    const id = await greetedInWorkspace(host, { place });
    host.model.failure = new Error('The model is away.');
    other.model.failure = host.model.failure;
    await changed(host, decided);
    await soon(async () => expect((await later(id)).map(({ type }) => type)).toContain('InteractionVoided'));
    host.model.failure = other.model.failure = undefined;
    await swept(host);
    expect(await agentMessages(id)).toEqual([]);
    library.clock.nowMs += 5_000;
    await swept(host);
    expect(await agentMessages(id)).toHaveLength(1);
  });

  it('given slow turns of one workspace, then it has four at a time, and those of others are taken', async () => {
    const slow = [1, 2, 3, 4, 5, 6].map((n) => ({ tenantId, conversationId: numbered('c', n) }));
    const quick = { tenantId: workspaceTenant(numbered('b', 1)), conversationId: numbered('c', 7) };
    const holds = [1, 2, 3, 4].map(() => host.model.hold());
    for (const key of [...slow, quick]) await greetedInWorkspace(host, { place }, key);
    for (const key of slow) await changed(host, decided, key);
    await Promise.all(holds.map(({ reached }) => reached));
    await changed(host, decided, quick);
    const told = ({ tenantId: of, conversationId }: typeof quick) => agentMessages(conversationId, of);
    await soon(async () => expect(await told(quick)).toHaveLength(1));
    const toldLater = async () => (await Promise.all(slow.map(told))).flat();
    expect(await toldLater()).toEqual([]);
    for (const { release } of holds) release();
    await soon(async () => expect(await toldLater()).toHaveLength(slow.length));
  });

  it('given many before it that can not begin, then it is found behind them, and they are left for a while', async () => {
    const gone = await library.startHost('own-stopped');
    const id = await greetedInWorkspace(gone, { place });
    await gone.get(OwnTurns).stop();
    await changed(gone, decided);
    await gone.stop(0);
    const first = Array.from({ length: 250 }, (_none, n) => numbered('d', n));
    await library.database.pool.query(
      `INSERT INTO conversations.wanted_turn SELECT 'ws:' || id, id, to_timestamp(0) FROM unnest($1::text[]) AS id`,
      [first],
    );
    await library.database.pool.query(
      'UPDATE conversations.wanted_turn SET not_before = to_timestamp(1) WHERE conversation_id = $1',
      [id],
    );
    await swept(host);
    expect(await agentMessages(id)).toHaveLength(1);
    const { rows } = await library.database.pool.query<{ readonly notBefore: Date }>(
      'SELECT DISTINCT not_before AS "notBefore" FROM conversations.wanted_turn',
    );
    expect(rows).toEqual([{ notBefore: new Date(library.clock.nowMs + 30_000) }]);
  });

  it('given its person is erased, then nobody tries to tell them any more', async () => {
    const gone = await library.startHost('own-of-erased');
    const id = await greetedInWorkspace(gone, { place });
    await gone.get(OwnTurns).stop();
    await changed(gone, decided);
    const { rows } = await library.database.pool.query<{ readonly subject: string }>(
      'SELECT subject FROM conversations.conversation WHERE conversation_id = $1',
      [id],
    );
    await gone.get(EraseSubject).execute(erasureRequest(rows[0]!.subject));
    await gone.stop(0);
    const waits = 'SELECT not_before FROM conversations.wanted_turn';
    const { rows: before } = await library.database.pool.query(waits);
    await swept(host);
    expect((await library.database.pool.query(waits)).rows).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('given its workspace is archived, then the agent is told nothing', async () => {
    const archived = { tenantId: workspaceTenant(numbered('b', 2)), conversationId: numbered('c', 8) };
    library.peers.archived.add(numbered('b', 2));
    const id = await greetedInWorkspace(host, { place }, archived);
    const engaged = () => host.model.engaged.length + other.model.engaged.length;
    const before = engaged();
    await changed(host, decided, archived);
    await swept(host, other);
    expect(await agentMessages(id, archived.tenantId)).toEqual([]);
    expect(engaged()).toBe(before);
  });

  it('given the conversation ends first, then nobody is told', async () => {
    const id = await greetedInWorkspace(host, { place });
    await host.get(OwnTurns).stop();
    await other.get(OwnTurns).stop();
    await changed(host, decided);
    await changed(host, { type: 'FinishConversation' });
    expect(await wanted()).toBe(0);
    expect(await agentMessages(id)).toEqual([]);
  });
});
