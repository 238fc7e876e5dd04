import type { ContextGraph, ToolSpec } from '@svc/engine';
import {
  bookVisit,
  counter,
  deskBefore,
  deskWith,
  freeDays,
  specOf,
  ToolConversation,
  toolHash,
} from '../../test/tool-conversation.js';
import { recordedHistory } from '../../test/simulated-conversations/recorded-history.js';
import { simulateConversations } from '../../test/simulated-conversations/simulate-conversations.js';
import { recordedHistories } from '../../test/recorded-histories.js';
import type { Definition } from '../ports/ports.js';
import { compareTurn, type TurnComparison } from './compare-turn.js';
import { openHistory } from './recorded-history.js';
import { recordedTurns } from './recorded-turns.js';

const hash = toolHash.hash.bind(toolHash);
const dayIsKnown = 'The day is known';
const graph = deskBefore(dayIsKnown, [counter()]);

/** Each turn on another definition, or on the same. */
function compared(
  conversation: ToolConversation,
  changes: Partial<Definition> = {},
): readonly TurnComparison[] {
  const definition = { ...conversation.definition, ...changes };
  const { pins } = conversation.state.identity;
  return recordedTurns(conversation.log.map((event) => ({ event, isErased: false }))).map((turn) =>
    compareTurn(turn, { definition, hash, pins }),
  );
}

const outcomes = (comparisons: readonly TurnComparison[]) => comparisons.map(({ outcome }) => outcome);

/** Greets, stays, leaves by the exit, and stays. */
async function talk(of: ContextGraph = graph, tools: readonly ToolSpec[] = []): Promise<ToolConversation> {
  const conversation = new ToolConversation(tools, [bookVisit, freeDays], of);
  await conversation.turn();
  await conversation.turn();
  await conversation.turn({ choices: [dayIsKnown] });
  await conversation.turn();
  return conversation;
}

/** The graph with another state in place of the one of that name. */
function withState(name: string, changes: object): ContextGraph {
  const states = graph.states.map((state) => (state.name === name ? { ...state, ...changes } : state));
  return { ...graph, states };
}

function withGuardrail(description: string): ContextGraph {
  return deskBefore(dayIsKnown, [
    counter({ guardrails: [{ name: 'no-advice', description, enforcement: 'hard' }] }),
  ]);
}

const [desk] = graph.states as [Extract<ContextGraph['states'][number], { type: 'action' }>];

describe('given the same versions', () => {
  it('then nothing has changed', async () => {
    const conversation = await talk();
    expect(outcomes(compared(conversation))).toEqual(Array.from({ length: 4 }, () => 'unchanged'));
  });

  it('when tools were called, then their results come from the record, and none is called', async () => {
    const specs = [specOf(freeDays), specOf(bookVisit)];
    const conversation = new ToolConversation(specs);
    await conversation.turn();
    await conversation.turn({ choices: ['free_days', 'book_visit'], inputs: ['{"day":"Tuesday"}'] });
    const before = conversation.server.calls.length;
    expect(outcomes(compared(conversation))).toEqual(['unchanged', 'unchanged']);
    expect(conversation.server.calls).toHaveLength(before);
  });

  it('when a tool went on in the background, then the turn goes on without it', async () => {
    const conversation = new ToolConversation([specOf(bookVisit, { execution: 'background' })]);
    await conversation.turn();
    await conversation.turn({ choices: ['book_visit'], inputs: ['{"day":"Tuesday"}'] });
    expect(outcomes(compared(conversation))).toEqual(['unchanged', 'unchanged']);
  });

  it('when a person has approved a call, then the call is answered from the record, and not made', async () => {
    const gated = { ...bookVisit, needsApproval: true } as const;
    const conversation = new ToolConversation([specOf(gated)], [gated]);
    await conversation.turn();
    await conversation.turn({ choices: ['book_visit'], inputs: ['{"day":"Tuesday"}'] });
    const decided = { type: 'EndWait', which: 'approvals', decision: 'approved', reason: null } as const;
    const atMs = conversation.tick();
    conversation.handle({ ...decided, decidedBy: 'k1', messageId: 'm', atMs });
    await conversation.turn({ isOwn: true });
    const { length } = conversation.server.calls;
    expect(outcomes(compared(conversation))).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(conversation.server.calls).toHaveLength(length);
  });

  it('when guardrails were judged, then the judgements come from the record', async () => {
    const guardrails = [{ name: 'no-advice', description: 'No advice', enforcement: 'hard' }] as const;
    const guarded = deskBefore(dayIsKnown, [counter({ guardrails })]);
    const conversation = await talk(guarded);
    expect(outcomes(compared(conversation))).toEqual(Array.from({ length: 4 }, () => 'unchanged'));
    const [turn] = compared(conversation, { graph: withGuardrail('Another rule') }).slice(-1);
    expect(turn).toMatchObject({ outcome: 'stopped', firstUnrecordedCall: { kind: 'guard' } });
  });

  it('when a result was ephemeral, then the turn can not be compared', async () => {
    const conversation = new ToolConversation([specOf(freeDays, { resultPersistence: 'ephemeral' })]);
    await conversation.turn();
    await conversation.turn({ choices: ['free_days'] });
    expect(outcomes(compared(conversation))).toEqual(['unchanged', 'not-replayable']);
  });

  it('when a turn is void, then it is not compared', async () => {
    const conversation = await talk();
    await conversation.turn({ diesAt: 0 });
    expect(outcomes(compared(conversation)).at(-1)).toBe('void');
  });
});

describe('given another graph', () => {
  it('when an exit is worded differently, then turns that judge it stop at that call', async () => {
    const [exit] = desk.exitConditions;
    const other = withState('desk', {
      exitConditions: [{ ...exit, description: 'The user has named a day' }],
    });
    const conversation = await talk();
    const turns = compared(conversation, { graph: other });
    // The greeting judges no exit, and the last turn is in another state.
    expect(outcomes(turns)).toEqual(['unchanged', 'stopped', 'stopped', 'unchanged']);
    expect(turns[1]?.firstUnrecordedCall).toMatchObject({
      kind: 'navigate',
      callId: expect.stringContaining('/m.navigate.desk.1'),
    });
  });

  it('when an action is gone, then the message that it was for was not recorded', async () => {
    const other = withState('desk', { actions: [{ ...desk.actions[0], description: 'Wait' }] });
    const turns = compared(await talk(), { graph: other });
    expect(outcomes(turns)).toEqual(['stopped', 'stopped', 'stopped', 'unchanged']);
    expect(turns[0]?.firstUnrecordedCall).toMatchObject({ kind: 'engage' });
  });

  it('when a guideline has changed, then the prompts of its state have, and nothing else', async () => {
    const other = withState('desk', { actionGuidelines: ['Be brief.'] });
    const turns = compared(await talk(), { graph: other });
    expect(outcomes(turns)).toEqual(['changed', 'changed', 'unchanged', 'unchanged']);
    expect(turns[0]?.differences.map(({ kind }) => kind)).toEqual(['prompts']);
    expect(turns[0]?.differences[0]?.replayed).toContain('Be brief.');
    expect(turns[0]?.differences[0]?.recorded).not.toContain('Be brief.');
  });

  it('when a state has another name, then the turn that enters it shows the way, and one that begins there fails', async () => {
    const states = [
      { ...desk, exitConditions: [{ ...desk.exitConditions[0]!, nextState: 'till' }] },
      { ...counter(), name: 'till' },
      ...graph.states.slice(2),
    ];
    const turns = compared(await talk(), { graph: { ...graph, states } });
    expect(outcomes(turns)).toEqual(['unchanged', 'unchanged', 'stopped', 'failed']);
    expect(turns[2]?.differences).toMatchObject([
      {
        kind: 'transitions',
        recorded: expect.stringContaining('counter'),
        replayed: expect.stringContaining('till'),
      },
    ]);
    expect(turns[3]?.failure).toBe('unknown_state');
  });

  it('when a tool is called on entry, then the turn stops at it, and it is not called', async () => {
    const preloads = [{ toolId: 'free_days', params: {} }];
    const other = deskBefore(dayIsKnown, [counter({ preloads })]);
    const conversation = await talk();
    const turns = compared(conversation, { graph: other });
    expect(turns[2]).toMatchObject({ outcome: 'stopped', firstUnrecordedCall: { kind: 'tool' } });
    expect(conversation.server.calls).toEqual([]);
  });

  it('when a tool is no longer there, then its choice was never judged without it', async () => {
    const conversation = new ToolConversation([specOf(freeDays)]);
    await conversation.turn();
    await conversation.turn({ choices: ['free_days'] });
    const [, turn] = compared(conversation, { graph: deskWith([]) });
    expect(turn).toMatchObject({ outcome: 'stopped', firstUnrecordedCall: { kind: 'navigate' } });
  });
});

it('given another agent, then each prompt has changed', async () => {
  const conversation = await talk();
  const agent = { ...conversation.definition.agent, background: 'Has sold every ticket.' };
  for (const { outcome, differences } of compared(conversation, { agent })) {
    expect(outcome).toBe('changed');
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['prompts']));
    expect(differences[0]?.replayed).toContain('Has sold every ticket.');
  }
});

it('given an erased person, then nothing is compared', async () => {
  const conversation = await talk();
  const { definition, state, log } = conversation;
  for (const turn of recordedTurns(log.map((event) => ({ event, isErased: true }))))
    expect(compareTurn(turn, { definition, hash, pins: state.identity.pins }).outcome).toBe('erased');
});

/** Those whose calls are about the same as today: keys of earlier engines are others. */
const comparable = recordedHistories.filter(([name]) => /engine-\d+/.test(name));

describe.each(comparable)('the conversation %s, on this release', (_name, history) => {
  const { log, definition, hash: keyed } = openHistory(history);
  const turns = recordedTurns(log);

  it('then each completed turn says the same and goes the same way', () => {
    expect(turns.length).toBeGreaterThan(0);
    for (const turn of turns) {
      const { pins } = turn.conversation.identity;
      const comparison = compareTurn(turn, { definition, hash: keyed, pins });
      const others = comparison.differences.filter(({ kind }) => kind !== 'prompts');
      expect({ ...comparison, differences: others }).toMatchObject({
        outcome: expect.stringMatching(/^(unchanged|changed|void)$/),
        differences: [],
        firstUnrecordedCall: null,
      });
    }
  });
});

it('given turns of random graphs with clients that disconnect and late models, then compared with itself none has changed', () => {
  const seen = new Set<string>();
  for (const conversation of simulateConversations(1, 300)) {
    if (conversation.log.length === 0) continue;
    const { log, definition, hash: keyed } = openHistory(recordedHistory(conversation));
    for (const turn of recordedTurns(log)) {
      const { pins } = turn.conversation.identity;
      const comparison = compareTurn(turn, { definition, hash: keyed, pins });
      seen.add(comparison.outcome);
      expect(comparison).toMatchObject({ outcome: expect.stringMatching(/^(unchanged|void)$/) });
    }
  }
  expect([...seen].sort()).toEqual(['unchanged', 'void']);
});
