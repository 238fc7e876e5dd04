import type { PreloadSpec } from '@svc/engine';
import { recordedHistories } from '../../test/recorded-histories.js';
import {
  bookVisit,
  counter,
  deskBefore,
  deskWith,
  freeDays,
  specOf,
  ToolConversation,
} from '../../test/tool-conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { LoggedEvent } from '../replay/recorded-turns.js';
import { openHistory } from '../replay/recorded-history.js';
import { causes, consideredKinds, verdicts, type Considered, type TurnDecisions } from './decision-record.js';
import { decisionsIn } from './turn-decisions.js';

const dayIsKnown = 'The day is known';

function decided({ log, definition }: ToolConversation, isErased = false): readonly TurnDecisions[] {
  return decisionsIn(
    log.map((event): LoggedEvent => ({ event, isErased })),
    definition,
  );
}

function lastOf(conversation: ToolConversation): TurnDecisions {
  return decided(conversation).at(-1)!;
}

function told({ kind, subject, verdict, cause }: Considered): string {
  return `${kind} "${subject}" ${verdict}: ${cause}`;
}

function toldIn({ decisions }: TurnDecisions): readonly (readonly string[])[] {
  return decisions.map(({ occasion, state, considered }) => [
    `${occasion} ${state}`,
    ...considered.map(told),
  ]);
}

describe('given a choice of the model', () => {
  it('then what it took has matched, and the others have not', async () => {
    const conversation = new ToolConversation([specOf(freeDays)]);
    await conversation.turn();
    await conversation.turn({ choices: ['free_days'] });
    expect(toldIn(lastOf(conversation))).toEqual([
      [
        'navigate desk',
        'exit "All is done" not-matched: another-chosen',
        'action "Help the user" not-matched: another-chosen',
        'tool "free_days" matched: chosen',
      ],
      [
        'navigate desk',
        'exit "All is done" not-matched: another-chosen',
        'action "Help the user" matched: chosen',
        'tool "free_days" not-matched: another-chosen',
      ],
    ]);
    expect(lastOf(conversation).decisions[0]).toMatchObject({ judgedBy: 'model', reason: 'scripted' });
  });

  it('then guidelines were shown, and no code says what became of them', async () => {
    const graph = { ...deskWith([]), navigationGuidelines: ['Take your time'] };
    const conversation = new ToolConversation([], [], graph);
    await conversation.turn();
    await conversation.turn();
    const [greeting, answer] = decided(conversation).map(({ decisions }) => decisions[0]!.considered);
    expect(greeting?.map(told)).toContain('guideline "Take your time" dropped: no-model-asked');
    expect(answer?.map(told)).toContain('guideline "Take your time" considered: shown-to-model');
  });
});

it('given a greeting, then the only action matched, and exits were not judged', async () => {
  const conversation = new ToolConversation([]);
  await conversation.turn();
  expect(toldIn(lastOf(conversation))).toEqual([
    [
      'select-action desk',
      'action "Help the user" matched: only-choice',
      'exit "All is done" dropped: not-judged',
    ],
  ]);
  expect(lastOf(conversation)).toMatchObject({ kind: 'greeting', end: 'completed', isErased: false });
});

it('given a tool after which the state must be left, then its actions and tools are dropped', async () => {
  const conversation = new ToolConversation([specOf(freeDays, { navigateOnCompletion: true })]);
  await conversation.turn();
  await conversation.turn({ choices: ['free_days', 'All is done'] });
  expect(toldIn(lastOf(conversation))[1]).toEqual([
    'navigate desk',
    'exit "All is done" matched: only-choice',
    'action "Help the user" dropped: must-leave',
    'tool "free_days" dropped: must-leave',
  ]);
});

it('given a tool that is not there, then it is dropped', async () => {
  const conversation = new ToolConversation([specOf(freeDays), specOf({ ...freeDays, toolId: 'gone' })]);
  await conversation.turn();
  await conversation.turn();
  expect(toldIn(lastOf(conversation))[0]).toContain('tool "gone" dropped: not-available');
});

it('given a model that calls tools for ever, then the tool is dropped when the rounds are used up', async () => {
  const conversation = new ToolConversation([specOf(freeDays)]);
  await conversation.turn();
  await conversation.turn({ choices: Array.from({ length: 9 }, () => 'free_days') });
  const turn = lastOf(conversation);
  expect(toldIn(turn).at(-1)).toContain('tool "free_days" dropped: rounds-used-up');
  expect(turn.toolCalls.at(-1)).toMatchObject({ status: 'failed', failure: 'rounds_exhausted', round: 8 });
});

describe('given a state with preloads', () => {
  const preloads: readonly PreloadSpec[] = [
    { toolId: 'free_days', params: {} },
    { toolId: 'gone', params: {} },
    { toolId: 'book_visit', params: { day: '{caller_mrn}' } },
  ];

  it('when it is entered, then the record says which were loaded, and why others were not', async () => {
    const graph = deskBefore(dayIsKnown, [counter({ preloads })]);
    const conversation = new ToolConversation([], [bookVisit, freeDays], graph);
    await conversation.turn();
    await conversation.turn({ choices: [dayIsKnown] });
    const { decisions } = lastOf(conversation);
    const [entry] = decisions.filter(({ occasion }) => occasion === 'preload');
    expect(decisions.map(({ occasion, state }) => [occasion, state]).slice(0, 2)).toEqual([
      ['navigate', 'desk'],
      ['preload', 'counter'],
    ]);
    expect(entry).toMatchObject({ judgedBy: 'code', reason: null, state: 'counter' });
    expect(entry?.considered.map(told)).toEqual([
      'preload "free_days" matched: loaded',
      'preload "gone" dropped: not-available',
      'preload "book_visit" not-matched: input-rejected',
    ]);
  });

  it('when the turn stays there, then nothing is loaded again', async () => {
    const graph = deskBefore(dayIsKnown, [counter({ preloads })]);
    const conversation = new ToolConversation([], [bookVisit, freeDays], graph);
    await conversation.turn();
    await conversation.turn({ choices: [dayIsKnown] });
    await conversation.turn();
    expect(lastOf(conversation).decisions.map(({ occasion }) => occasion)).not.toContain('preload');
  });
});

it('given a call whose process died, then the record says how it ended in the end', async () => {
  const conversation = new ToolConversation([specOf(bookVisit)]);
  await conversation.turn();
  await conversation.turn({ choices: ['book_visit'], inputs: ['{"day":"Tuesday"}'], diesAt: 3 });
  expect(lastOf(conversation)).toMatchObject({ end: 'lease-expired', decisions: [] });
  expect(lastOf(conversation).toolCalls).toMatchObject([{ tool: 'book_visit', status: 'unknown' }]);
});

it('given an ephemeral result, then the record holds neither the result nor a reason that knows it', async () => {
  const conversation = new ToolConversation([specOf(freeDays, { resultPersistence: 'ephemeral' })]);
  conversation.server.answer = { type: 'tool-ended', result: 'a secret', durationMs: 1 };
  await conversation.turn();
  await conversation.turn({ choices: ['free_days'] });
  expect(JSON.stringify(decided(conversation))).not.toContain('secret');
  expect(lastOf(conversation).decisions.at(-1)?.reason).not.toBe('scripted');
});

describe('given what waits for a person', () => {
  const gated = { ...bookVisit, needsApproval: true } as const;
  const release = { type: 'EndWait', which: 'approvals', reason: null, decidedBy: 'k1' } as const;

  it('when it is a call, then the record says so, and after the approval that it is another call', async () => {
    const conversation = new ToolConversation([specOf(gated)], [gated]);
    await conversation.turn();
    await conversation.turn({ choices: ['book_visit'], inputs: ['{"day":"Tuesday"}'] });
    const parked = () => decided(conversation)[1]?.toolCalls.map(({ status }) => status);
    expect(parked()).toEqual(['parked']);
    const atMs = conversation.tick();
    conversation.handle({ ...release, decision: 'approved', messageId: 'm', atMs });
    await conversation.turn({ isOwn: true });
    expect(parked()).toEqual(['approved']);
    expect(lastOf(conversation).toolCalls).toMatchObject([{ tool: 'book_visit', status: 'ended' }]);
  });

  it('when it is a state, then its exits are dropped until it is released', async () => {
    const graph = deskBefore(dayIsKnown, [counter({ waitFor: 'human-approval' })]);
    const conversation = new ToolConversation([], [], graph);
    await conversation.turn();
    await conversation.turn({ choices: [dayIsKnown] });
    expect(toldIn(lastOf(conversation)).at(-1)).toContain('exit "All is done" dropped: waiting');
    const atMs = conversation.tick();
    conversation.handle({ ...release, decision: 'approved', messageId: 'm', atMs });
    await conversation.turn({ isOwn: true });
    expect(toldIn(lastOf(conversation)).at(-1)).toContain('exit "All is done" not-matched: another-chosen');
  });
});

it('given a guardrail that nobody can judge, then it counts as broken, and the record says why', async () => {
  const guardrails = [{ name: 'no-advice', description: 'Gives no advice', enforcement: 'hard' }] as const;
  const conversation = new ToolConversation([], [], deskBefore(dayIsKnown, [counter({ guardrails })]));
  await conversation.turn();
  await conversation.turn({ choices: [dayIsKnown] });
  expect(toldIn(lastOf(conversation)).at(-1)).toEqual([
    'speech counter',
    'guardrail "no-advice" matched: no-judgement',
  ]);
});

it('given an erased person, then nothing is left of what was decided of their words', async () => {
  const conversation = new ToolConversation([]);
  await conversation.turn();
  expect(decided(conversation, true)).toMatchObject([{ isErased: true, decisions: [] }]);
});

describe.each(recordedHistories)('the conversation %s', (_name, history) => {
  const { log, definition } = openHistory(history);
  const turns = decisionsIn(log, definition);

  it('then each completed turn has a record, in the closed vocabulary', () => {
    const completed = turns.filter(({ end }) => end === 'completed');
    expect(completed.length + turns.filter(({ end }) => end !== 'completed').length).toBe(turns.length);
    for (const { decisions } of completed) expect(decisions.length).toBeGreaterThan(0);
    for (const { kind, verdict, cause } of turns.flatMap((turn) =>
      turn.decisions.flatMap(({ considered }) => considered),
    )) {
      expect(consideredKinds).toContain(kind);
      expect(verdicts).toContain(verdict);
      expect(causes).toContain(cause);
    }
  });

  it('then exactly one thing has matched in each choice', () => {
    for (const { occasion, considered } of turns.flatMap(({ decisions }) => decisions))
      if (occasion !== 'preload' && occasion !== 'speech')
        expect(considered.filter(({ verdict }) => verdict === 'matched')).toHaveLength(1);
  });
});

it('given text that policies have changed or held, then the record names them', async () => {
  const conversation = new ToolConversation([]);
  await conversation.turn();
  const say = { type: 'say' } as const;
  const facts = [
    { ...named(1), ruling: { type: 'replace', by: 'No.' }, policies: ['no-advice'] },
    { ...named(2), ruling: { type: 'hold', otherwise: say }, policies: ['whole-sentences'] },
    { ...named(3), ruling: say, policies: [] },
  ] as const;
  const log = conversation.log.map((event): ConversationEvent =>
    event.type === 'TurnRecorded' && event.data.words !== null
      ? { ...event, data: { ...event.data, words: { ...event.data.words, facts } } }
      : event,
  );
  const [turn] = decided({ ...conversation, log } as ToolConversation);
  expect(toldIn(turn!).at(-1)).toEqual([
    'speech desk',
    'guardrail "no-advice" matched: text-changed',
    'guardrail "whole-sentences" matched: text-held',
  ]);
});

function named(number: number) {
  return { type: 'ruled', name: `r.${number}`, afterMs: 0 } as const;
}
