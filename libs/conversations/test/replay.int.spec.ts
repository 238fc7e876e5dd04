import { createHash } from 'node:crypto';
import { InteractionKind } from '@svc/contracts/conversations';
import { compileGraph } from '@svc/definitions/classic';
import {
  defaultTurnLimits,
  engineVersion,
  equalPromptVersions,
  ModelError,
  promptVersion,
  type RecordedCall,
} from '@svc/engine';
import { canonicalJson } from '@svc/kernel';
import { callerOf } from '@svc/testing';
import { RecordHistory } from '../src/application/record-history.js';
import { conditionsOf } from '../src/domain/conversation.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { callsOf, recordedTurns, type LoggedEvent, type RecordedTurn } from '../src/replay/recorded-turns.js';
import { replayTurn, type TurnReplay } from '../src/replay/replay-turn.js';
import { testGraph, testProfile, wantsAdvice } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { userProfile } from './peers.js';
import { all, begun, saying } from './turns.js';
import { hashOf } from './written-keys.js';

let library: Library;
let host: Host;
let conversationId: string;
let streamId: string;
/** A conversation with every kind of turn. */
let log: readonly LoggedEvent[];
let events: readonly ConversationEvent[];
let turns: readonly RecordedTurn[];

const ground = {
  definition: { agent: testProfile, graph: compileGraph(testGraph) },
  hash: hashOf('org:demo', 'ada'),
};

function replays(of: readonly RecordedTurn[]): readonly TurnReplay[] {
  return of.map((turn) => replayTurn(turn, ground));
}

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  conversationId = await begun(host);
  const say = (text: string, changes: Parameters<typeof saying>[2] = {}) =>
    all(host.client.interact(saying(conversationId, text, changes)));
  host.model.messages = [['One', ' answer.'], ['Another.'], ['  ', 'Last \u0000', 'word.']];
  await say('I like to read');
  // the user's profile changes
  const additionalContext = ['Reads at night', 'x'.repeat(7_990)];
  library.peers.users.set(
    'ada',
    userProfile('ada', { preferredLanguage: 'deu', timezone: 'Europe/Berlin', additionalContext }),
  );
  // with a thought, and an earlier external event
  host.model.choice = wantsAdvice;
  library.clock.nowMs += 5_000;
  const externalEvents = [{ content: 'The door opened', timestampMs: library.clock.nowMs - 1_000 }];
  await say('What shall I read?', { externalEvents });
  host.model.choice = undefined;
  // a void turn
  host.model.failure = new ModelError('timeout');
  await expect(say('Lost')).rejects.toThrow();
  host.model.failure = undefined;
  await say('', { kind: InteractionKind.INTERACTION_KIND_SKIP });
  await say('The library closes', { kind: InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT });
  // a message that is cut at its limit
  host.model.messages = [['a'.repeat(6_000), 'b'.repeat(6_000), 'c']];
  await say('Tell me everything');

  streamId = `org:demo/conversation/${conversationId}`;
  log = await library.store.readConversation(library.database, streamId);
  events = log.map(({ event }) => event);
  turns = recordedTurns(log);
});
afterAll(async () => {
  await library.close();
});

it('the log has all that a turn depends on: replayed from it, each leaves identical events', async () => {
  expect(turns).toHaveLength(7);
  expect(replays(turns)).toEqual(turns.map(() => ({ outcome: 'identical' })));
  const known = events.flatMap((event) => (event.type === 'UserProfileRead' ? [event.data] : []));
  expect(known).toEqual([
    { displayName: 'Ada Example', preferredLanguage: null, timezone: null, additionalContext: [] },
    {
      displayName: 'Ada Example',
      preferredLanguage: 'deu',
      timezone: 'Europe/Berlin',
      additionalContext: ['x'.repeat(7_990)],
    },
  ]);
});

it('given a turn whose prompts were too long for its model, when it is replayed, then they are as short as they were', async () => {
  const other = await begun(host, { caller: callerOf('bob') });
  const said = 'So many books are here. '.repeat(40);
  for (let turn = 0; turn < 4; turn += 1)
    await all(host.client.interact(saying(other, said, { caller: callerOf('bob') })));
  host.model.failure = new ModelError('context_overflow');
  await expect(all(host.client.interact(saying(other, said, { caller: callerOf('bob') })))).rejects.toThrow();
  host.model.failure = undefined;
  const [last] = recordedTurns(
    await library.store.readConversation(library.database, `org:demo/conversation/${other}`),
  ).slice(-1);
  const [, first, second] = callsOf(last!)!.map(({ id, failure, request }) => ({
    subject: id.split('/')[1],
    failure,
    characters: JSON.stringify(request.messages).length,
  }));
  expect([first, second]).toMatchObject([
    { subject: 'm.engage.talk.1', failure: 'context_overflow' },
    { subject: 'm.engage.talk.2', failure: 'context_overflow' },
  ]);
  expect(second!.characters).toBeLessThan(first!.characters);
  const ofBob = { ...ground, hash: hashOf('org:demo', 'bob') };
  expect(replayTurn(last!, ofBob)).toEqual({ outcome: 'identical' });
});

describe('the log of a turn', () => {
  it('then its conditions precede the first turn, and later ones only when they have changed', () => {
    const types = events.map(({ type }) => type);
    expect(types.slice(0, 4)).toEqual([
      'ConversationStarted',
      'UserProfileRead',
      'TurnConditionsRecorded',
      'InteractionStarted',
    ]);
    expect(types.filter((type) => type === 'TurnConditionsRecorded')).toHaveLength(1);
    expect(conditionsOf(turns[0]!.conversation)).toEqual({
      engineVersion,
      promptVersion,
      limits: defaultTurnLimits,
      model: 'scripted/test',
      modelSettingsJson: '{"temperature":0}',
    });
  });

  it('then calls are named by their subject, and only the sealed event has words', () => {
    const [turn] = turns.slice(-1);
    const calls = callsOf(turn!)!;
    expect(calls.map(({ id }) => id)).toEqual([
      `${turn?.interactionId}/m.navigate.recommend.1`,
      `${turn?.interactionId}/m.engage.recommend.1`,
    ]);
    const words = calls[1]?.attempts.map(({ pieces }) => pieces.map(({ length }) => length));
    // Of a message that is cut, as much as was requested.
    expect(words).toEqual([[6_000, 6_000]]);
    const figures = turn?.events.flatMap((event) => (event.type === 'TurnRecorded' ? event.data.calls : []));
    expect(figures).toHaveLength(2);
    expect(JSON.stringify(figures)).not.toMatch(/Tell me|everything|library/);
  });

  it('when a turn fails, then its calls are recorded all the same, with the reason', () => {
    const [failed] = turns.filter((turn) => turn.events.some(({ type }) => type === 'InteractionVoided'));
    expect(failed?.events.map(({ type }) => type)).toEqual(['TurnRecorded', 'InteractionVoided']);
    expect(callsOf(failed!)?.map(({ failure }) => failure)).toEqual([null, 'timeout']);
  });

  it('then call keys and hashes of requests do not reveal what was said without the key', () => {
    const known = new Set(turns.flatMap((turn) => callsOf(turn)!.flatMap((call) => hashesOf(call))));
    for (const { request } of turns.flatMap((turn) => callsOf(turn)!)) {
      const text = canonicalJson(request);
      expect(known.has(ground.hash('model-request', text))).toBe(true);
      expect(known.has(hashOf('org:demo', 'bob')('model-request', text))).toBe(false);
      expect(known.has(createHash('sha256').update(text).digest('hex'))).toBe(false);
    }
  });
});

describe('replaying turns', () => {
  it('when the agent is another, then the turns diverge', async () => {
    const agent = { ...testProfile, background: 'Has written every book.' };
    const others = turns.map((turn) =>
      replayTurn(turn, { ...ground, definition: { ...ground.definition, agent } }),
    );
    for (const replay of others) expect(replay.outcome).toBe('diverged');
  });

  it('when another engine ran them, then they are not compared', async () => {
    const older = log.map(({ event, isErased }): LoggedEvent => ({
      event:
        event.type === 'TurnConditionsRecorded'
          ? { ...event, data: { ...event.data, promptVersion: Math.min(...equalPromptVersions) - 1 } }
          : event,
      isErased,
    }));
    expect(replays(recordedTurns(older))).toEqual(turns.map(() => ({ outcome: 'other-version' })));
  });

  it('when the person was erased, then they are erased, and have not diverged', async () => {
    library.peers.erased.add('org:demo/user/ada');
    library.clock.nowMs += 10_000;
    const erased = recordedTurns(await library.store.readConversation(library.database, streamId));
    expect(erased).toHaveLength(turns.length);
    expect(replays(erased)).toEqual(turns.map(() => ({ outcome: 'erased' })));
    expect(erased.map((turn) => callsOf(turn))).toEqual(turns.map(() => undefined));
    const record = (await library.openContext()).get(RecordHistory);
    const asked = record.execute({
      tenantId: 'org:demo',
      conversationId,
      keyOf: async () => ({ id: '', secret: '' }),
    });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});

function hashesOf({ callKey, requestHash }: RecordedCall): readonly string[] {
  return [callKey, requestHash];
}
