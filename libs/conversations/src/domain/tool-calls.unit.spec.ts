import { jest } from '@jest/globals';
import { recallTool, TurnRecorder } from '@svc/engine';
import {
  bookingState,
  bookVisit,
  counter,
  deskBefore,
  freeDays,
  specOf,
  toolHash,
  ToolConversation,
  ToolServer,
} from '../../test/tool-conversation.js';
import { conversationDecider } from './conversation-decider.js';
import { recordedTurns } from '../replay/recorded-turns.js';
import { replayTurn } from '../replay/replay-turn.js';
import type { ConversationEvent } from './conversation-event.js';
import { callOf, toolCallsOf } from './tool-events.js';

const booking = { choices: ['book_visit'], inputs: ['{"day":"Tuesday"}'] };

function typesOf(log: readonly ConversationEvent[]): readonly string[] {
  return log.map(({ type }) => type);
}

function outcomesIn(log: readonly ConversationEvent[]): readonly string[] {
  return log.flatMap((event) => (event.type === 'ToolOutcomeRecorded' ? [event.data.status] : []));
}

/** The last turn, taken again from the log. */
function replayed({ log, definition }: ToolConversation) {
  const turn = recordedTurns(log.map((event) => ({ event, isErased: false }))).at(-1)!;
  return replayTurn(turn, { definition, hash: toolHash.hash.bind(toolHash) });
}

function wordsOfLastTurn({ log }: ToolConversation): string {
  return JSON.stringify(log.findLast((event) => event.type === 'TurnRecorded')?.data.words);
}

async function greeted(specs = [specOf(bookVisit), specOf(freeDays)]): Promise<ToolConversation> {
  const conversation = new ToolConversation(specs);
  await conversation.turn();
  return conversation;
}

describe('given a turn that calls a tool with effects', () => {
  it('then the log has its intent, its outcome and the turn, in this order', async () => {
    const conversation = await greeted();
    const before = conversation.log.length;
    await conversation.turn(booking);
    expect(typesOf(conversation.log.slice(before))).toEqual([
      'InteractionStarted',
      'ToolIntentRecorded',
      'ToolOutcomeRecorded',
      'TurnRecorded',
      'AgentMessageCompleted',
      'InteractionCompleted',
    ]);
  });

  it('then the next turn knows its result', async () => {
    const conversation = await greeted();
    await conversation.turn(booking);
    expect(toolCallsOf(conversation.state)).toEqual([
      expect.objectContaining({
        name: 'book_visit',
        input: { day: 'Tuesday' },
        isShown: true,
        isHeard: true,
        outcome: expect.objectContaining({ status: 'ended', result: { done: true } }),
      }),
    ]);
  });

  it('then the turn, replayed, leaves identical events, and no tool is called', async () => {
    const conversation = await greeted();
    await conversation.turn({ choices: ['free_days', 'book_visit'], inputs: booking.inputs });
    const { calls } = conversation.server;
    const log = conversation.log.map((event) => ({ event, isErased: false }));
    const hash = toolHash.hash.bind(toolHash);
    for (const turn of recordedTurns(log))
      expect(replayTurn(turn, { definition: conversation.definition, hash })).toEqual({
        outcome: 'identical',
      });
    expect(calls).toHaveLength(2);
  });
});

/** What holds whenever the process of a turn has died. @throws where it does not */
function auditEffects({ log, server, state }: ToolConversation): void {
  expect(state.running).toBeNull();
  expect(new Set(server.effects).size).toBe(server.effects.length);
  for (const key of server.effects)
    expect(
      log.filter((event) => event.type === 'ToolIntentRecorded' && event.data.call.effectKey === key),
    ).toHaveLength(1);
  expect(outcomesIn(log)).toHaveLength(typesOf(log).filter((type) => type === 'ToolIntentRecorded').length);
}

/** Lets the process of a turn with an effect die at each of its boundaries. @returns the outcomes that were seen */
async function dieEverywhere(): Promise<ReadonlySet<string>> {
  const statuses = new Set<string>();
  for (let diesAt = 0; ; diesAt += 1) {
    const conversation = await greeted();
    const hasCompleted = await conversation.turn({ ...booking, diesAt });
    auditEffects(conversation);
    for (const status of outcomesIn(conversation.log)) statuses.add(status);
    const isPast = conversation.boundaries <= diesAt;
    // The next turn goes on, and makes no call that nobody asked for.
    const effects = conversation.server.effects.length;
    await conversation.turn();
    expect(conversation.server.effects).toHaveLength(effects);
    if (!isPast) continue;
    expect(hasCompleted).toBe(true);
    return statuses;
  }
}

const dayIsKnown = 'The day is known';
const asked = { choices: [dayIsKnown], inputs: ['{"day":"Tuesday"}'] };

describe('given a graph that calls a tool with effects by itself, and a process that dies at any boundary', () => {
  it.each([
    ['a tool-call state', [bookingState(specOf(bookVisit)), counter()]],
    ['a preload', [counter({ preloads: [{ toolId: 'book_visit', params: { day: 'Tuesday' } }] })]],
  ])('when the user says the same again, then %s makes its effect at most once', async (_what, states) => {
    for (let diesAt = 0; ; diesAt += 1) {
      const conversation = new ToolConversation([], undefined, deskBefore(dayIsKnown, states));
      await conversation.turn();
      await conversation.turn({ ...asked, diesAt });
      const isPast = conversation.boundaries <= diesAt;
      const isIntended = typesOf(conversation.log).includes('ToolIntentRecorded');
      await conversation.turn(asked);
      auditEffects(conversation);
      expect(conversation.server.effects.length).toBeLessThanOrEqual(1);
      if (!isIntended) expect(conversation.server.effects).toHaveLength(1);
      if (isPast) return;
    }
  });
});

describe('given a first turn that is void', () => {
  it.each([
    ['after an effect, then the conversation stays, and tells of it', 3, 'open'],
    ['before its intent is stored, then the conversation is discarded', 0, 'discarded'],
  ])('%s', async (_what, diesAt, stage) => {
    const conversation = new ToolConversation([specOf(bookVisit)]);
    await conversation.turn({ ...booking, diesAt });
    expect(conversation.stage).toBe(stage);
    if (stage === 'discarded') return;
    await conversation.turn();
    expect(conversation.server.effects).toHaveLength(1);
    expect(toolCallsOf(conversation.state)).toMatchObject([
      { isHeard: true, outcome: { status: 'unknown' } },
    ]);
  });
});

describe('given memories that a turn has looked up', () => {
  it('then later turns show them to the user, and to nobody who speaks for them', async () => {
    const conversation = await greeted();
    await conversation.turn({ choices: ['free_days'] });
    const [known] = toolCallsOf(conversation.state);
    const call = { ...callOf(known!), id: 'i3/tool.recall_memories.1', toolId: recallTool.toolId };
    const times = { durationMs: 1, endedAtMs: 1 };
    const outcome = {
      status: 'ended',
      failure: null,
      reason: null,
      result: [['Where?', 'In Köln.']],
    } as const;
    await conversation.turn({
      beforeCommit: () =>
        conversation.handle({
          type: 'RecordToolNotes',
          interactionId: 'i3',
          notes: [{ type: 'outcome', call, outcome: { ...outcome, ...times } }],
          atMs: conversation.tick(),
        }),
    });
    await conversation.turn();
    expect(wordsOfLastTurn(conversation)).toContain('In Köln.');
    await conversation.turn({ isOnBehalf: true });
    expect(wordsOfLastTurn(conversation)).not.toContain('In Köln.');
    expect(replayed(conversation)).toEqual({ outcome: 'identical' });
  });
});

describe('given an outcome that comes while a later turn runs', () => {
  it('then that turn has not told of it', async () => {
    const conversation = await greeted();
    await conversation.turn({ ...booking, diesAt: 3 });
    const [call] = toolCallsOf(conversation.state);
    const outcome = { status: 'ended', failure: null, reason: null, result: 'Booked.' } as const;
    await conversation.turn({
      beforeCommit: () =>
        conversation.handle({
          type: 'RecordToolOutcome',
          callId: call!.id,
          outcome: { ...outcome, durationMs: 1, endedAtMs: 1 },
          settledBy: null,
          atMs: conversation.tick(),
        }),
    });
    expect(toolCallsOf(conversation.state)).toMatchObject([
      { isHeard: false, outcome: { result: 'Booked.' } },
    ]);
    await conversation.turn();
    expect(toolCallsOf(conversation.state)).toMatchObject([{ isHeard: true }]);
  });
});

const { decide } = conversationDecider;

describe('given a process that dies at any boundary of a turn with an effect', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('then nothing takes effect twice or without a record, and no turn is stuck', async () => {
    expect(await dieEverywhere()).toEqual(new Set(['unknown', 'ended']));
  });

  it.each([
    [
      'an effect is made before its intent is stored',
      () => jest.spyOn(TurnRecorder.prototype, 'takeNotes').mockReturnValue([]),
    ],
    [
      'an effect is made twice',
      () => {
        const { call } = ToolServer.prototype;
        return jest.spyOn(ToolServer.prototype, 'call').mockImplementation(function (this: ToolServer, made) {
          call.call(this, made);
          return call.call(this, made);
        });
      },
    ],
    [
      'an effect is lost without a record',
      () => {
        const { note } = TurnRecorder.prototype;
        return jest.spyOn(TurnRecorder.prototype, 'note').mockImplementation(function (
          this: TurnRecorder,
          noted,
        ) {
          if (noted.type === 'outcome') note.call(this, noted);
        });
      },
    ],
    [
      'a turn whose process has died leaves its calls open',
      () =>
        jest
          .spyOn(conversationDecider, 'decide')
          .mockImplementation((state, command) =>
            decide(state, command).filter(
              (event) => event.type !== 'ToolOutcomeRecorded' || event.data.status !== 'unknown',
            ),
          ),
    ],
  ])('when %s, then the audit finds it', async (_fault, plant) => {
    plant();
    await expect(dieEverywhere()).rejects.toThrow();
  });
});

describe('given a call whose outcome is unknown', () => {
  async function unknown(): Promise<ToolConversation> {
    const conversation = await greeted();
    // Behind the commit of the intent and the call.
    await conversation.turn({ ...booking, diesAt: 3 });
    return conversation;
  }

  it('then the model is told so', async () => {
    const conversation = await unknown();
    await conversation.turn();
    const words = conversation.log.findLast((event) => event.type === 'TurnRecorded')?.data.words;
    expect(JSON.stringify(words)).toContain('\\"outcome\\":\\"unknown\\"');
  });

  it('when it is settled, then it has the outcome, and cannot be settled again', async () => {
    const conversation = await unknown();
    const [call] = toolCallsOf(conversation.state);
    const outcome = {
      status: 'not-called',
      failure: null,
      reason: 'No such booking',
      result: null,
      durationMs: 0,
      endedAtMs: 1,
    } as const;
    const settle = () =>
      conversation.handle({
        type: 'RecordToolOutcome',
        callId: call!.id,
        outcome,
        settledBy: 'installer',
        atMs: conversation.tick(),
      });
    expect(settle()).toMatchObject([{ type: 'ToolOutcomeRecorded', data: { settledBy: 'installer' } }]);
    expect(settle()).toEqual([]);
    expect(toolCallsOf(conversation.state)[0]?.outcome?.status).toBe('not-called');
  });
});

describe('given an ephemeral result', () => {
  it('when it comes after its turn, then it stands in no event', async () => {
    const conversation = await greeted([specOf(bookVisit, { resultPersistence: 'ephemeral' })]);
    await conversation.turn({ ...booking, diesAt: 3 });
    const [call] = toolCallsOf(conversation.state);
    const times = { durationMs: 1, endedAtMs: 1 };
    conversation.handle({
      type: 'RecordToolOutcome',
      callId: call!.id,
      outcome: { status: 'ended', failure: null, reason: null, result: 'A secret.', ...times },
      settledBy: null,
      atMs: conversation.tick(),
    });
    expect(outcomesIn(conversation.log)).toEqual(['unknown', 'ended']);
    expect(JSON.stringify(conversation.log)).not.toContain('A secret.');
  });

  it('then it stands in no event, and the turn is not replayable', async () => {
    const conversation = await greeted([specOf(freeDays, { resultPersistence: 'ephemeral' })]);
    conversation.server.answer = { type: 'tool-ended', result: 'A secret.', durationMs: 1 };
    await conversation.turn({ choices: ['free_days'] });
    expect(JSON.stringify(conversation.log)).not.toContain('A secret.');
    expect(replayed(conversation)).toEqual({ outcome: 'not-replayable' });
  });

  it.each(['tool-failed', 'tool-unknown'] as const)(
    'when %s comes in its place, then neither does its reason, and the turn is not replayable',
    async (type) => {
      const conversation = await greeted([specOf(freeDays, { resultPersistence: 'ephemeral' })]);
      conversation.server.answer = { type, failure: 'generic', reason: 'A secret.', durationMs: 1 };
      await conversation.turn({ choices: ['free_days'] });
      expect(outcomesIn(conversation.log)).toHaveLength(1);
      expect(JSON.stringify(conversation.log)).not.toContain('A secret.');
      expect(replayed(conversation)).toEqual({ outcome: 'not-replayable' });
    },
  );
});

describe('given a turn that cuts a call of an earlier one', () => {
  it('then it leaves identical events when it is replayed', async () => {
    const conversation = await greeted([specOf(freeDays)]);
    await conversation.turn({ choices: ['free_days'] });
    const [known] = toolCallsOf(conversation.state);
    const handling = { ...known!.handling, lifecycle: 'coupled' } as const;
    const call = { ...callOf(known!), id: 'i3/tool.free_days.1', handling, isBackground: true };
    await conversation.turn({
      beforeCommit: () =>
        conversation.handle({
          type: 'RecordToolNotes',
          interactionId: 'i3',
          notes: [{ type: 'intent', call }],
          atMs: conversation.tick(),
        }),
    });
    await conversation.turn({ choices: ['All is done'] });
    expect(outcomesIn(conversation.log)).toEqual(['ended', 'failed']);
    expect(replayed(conversation)).toEqual({ outcome: 'identical' });
  });
});
