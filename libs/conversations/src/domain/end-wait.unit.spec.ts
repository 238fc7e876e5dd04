import { isOfOther, recordedTurns } from '../replay/recorded-turns.js';
import { replayTurn } from '../replay/replay-turn.js';
import {
  bookVisit,
  counter,
  deskBefore,
  deskWith,
  specOf,
  ToolConversation,
  toolHash,
} from '../../test/tool-conversation.js';
import type { EndWait } from './conversation-command.js';
import { wantsOwnTurn } from './own-turn.js';
import { isPaused } from './wait.js';

const gated = { ...bookVisit, needsApproval: true } as const;
const inputs = ['{"day":"Tuesday"}'];

/** A conversation whose agent wants to book a visit, which a person has to approve. */
async function parked(): Promise<ToolConversation> {
  const conversation = new ToolConversation([specOf(gated)], [gated], deskWith([specOf(gated)]));
  await conversation.turn();
  await conversation.turn({ choices: ['book_visit'], inputs });
  return conversation;
}

function decide(
  conversation: ToolConversation,
  decision: EndWait['decision'],
  changes: Partial<EndWait> = {},
): void {
  conversation.handle({
    type: 'EndWait',
    which: 'approvals',
    decision,
    reason: null,
    decidedBy: 'api-key:k1',
    messageId: `decided-${decision}`,
    ...changes,
    atMs: conversation.tick(),
  });
}

const outcomes = ({ log }: ToolConversation) =>
  log.flatMap((event) =>
    event.type === 'ToolOutcomeRecorded' ? [[event.data.status, event.data.reason]] : [],
  );

const told = ({ log }: ToolConversation) =>
  log.findLast((event) => event.type === 'InteractionStarted')?.data.messages.map(({ text }) => text);

describe('a call that waits for the approval of a person', () => {
  it('pauses the conversation, and is not made', async () => {
    const conversation = await parked();
    expect(isPaused(conversation.state)).toBe(true);
    expect(conversation.server.calls).toEqual([]);
    expect(conversation.log.some(({ type }) => type === 'ToolIntentRecorded')).toBe(false);
    expect(conversation.log.find((event) => event.type === 'WaitBegan')?.data).toMatchObject({
      waitId: 'i2/wait.1',
      kind: 'tool-approval',
      call: { name: 'book_visit', inputJson: '{"day":"Tuesday"}' },
    });
  });

  it('given the user talks on, then it waits on', async () => {
    const conversation = await parked();
    await conversation.turn();
    expect(isPaused(conversation.state)).toBe(true);
    expect(conversation.server.calls).toEqual([]);
  });

  it('given it is approved, then it is made once, under the effect key that it was shown with', async () => {
    const conversation = await parked();
    decide(conversation, 'approved');
    expect([isPaused(conversation.state), wantsOwnTurn(conversation.state)]).toEqual([false, true]);
    await conversation.turn({ isOwn: true });
    expect(told(conversation)).toEqual(['A person has approved the call of the tool "book_visit".']);
    expect(conversation.server.effects).toEqual(['i2/1']);
    expect(wantsOwnTurn(conversation.state)).toBe(false);
    await conversation.turn();
    expect(conversation.server.effects).toEqual(['i2/1']);
  });

  it('given it is rejected, then it is never made, and the agent hears why', async () => {
    const conversation = await parked();
    decide(conversation, 'rejected', { reason: 'Not before the exam.' });
    await conversation.turn({ isOwn: true });
    const text = 'A person has rejected the call of the tool "book_visit". Reason: Not before the exam.';
    expect(told(conversation)).toEqual([text]);
    expect(outcomes(conversation)).toEqual([
      ['not-called', 'A person has rejected the call. Reason: Not before the exam.'],
    ]);
    expect(conversation.server.effects).toEqual([]);
  });

  it.each(['approved', 'rejected'] as const)(
    'given it was decided, then %s as well comes too late',
    async (second) => {
      for (const first of ['approved', 'rejected'] as const) {
        const conversation = await parked();
        decide(conversation, first);
        expect(() => decide(conversation, second)).toThrow(expect.objectContaining({ code: 'not_found' }));
        await conversation.turn({ isOwn: true });
        expect(conversation.server.effects).toEqual(first === 'approved' ? ['i2/1'] : []);
      }
    },
  );

  it('given the conversation is finished, then nobody can decide it', async () => {
    const conversation = await parked();
    conversation.handle({ type: 'FinishConversation', atMs: conversation.tick() });
    expect(() => decide(conversation, 'approved')).toThrow(expect.objectContaining({ code: 'not_found' }));
    const reason = 'The conversation ended before a person approved the call.';
    expect(outcomes(conversation)).toEqual([['not-called', reason]]);
    const turns = recordedTurns(conversation.log.map((event) => ({ event, isErased: false })));
    const context = { definition: conversation.definition, hash: toolHash.hash.bind(toolHash) };
    expect(replayTurn(turns.at(-1)!, context)).toEqual({ outcome: 'identical' });
  });

  it('given it is approved while a turn runs, then the turn after it makes the call', async () => {
    const conversation = await parked();
    await conversation.turn({ beforeCommit: () => decide(conversation, 'approved') });
    expect(conversation.server.effects).toEqual([]);
    expect(wantsOwnTurn(conversation.state)).toBe(true);
    await conversation.turn({ isOwn: true });
    expect(conversation.server.effects).toEqual(['i2/1']);
  });

  it.each([
    [null, 'The conversation ended before a person approved the call.'],
    ['approved', 'The conversation ended before the approved call was made.'],
    ['rejected', 'A person has rejected the call.'],
  ] as const)(
    'given the conversation ends, and it was %s during its last turn, then it is told once that it was not made, and why',
    async (decision, reason) => {
      const conversation = await parked();
      const beforeCommit = () => decision !== null && decide(conversation, decision);
      await conversation.turn({ choices: ['All is done'], beforeCommit });
      expect(conversation.stage).toBe('finished');
      expect(outcomes(conversation)).toEqual([['not-called', reason]]);
      const turns = recordedTurns(conversation.log.map((event) => ({ event, isErased: false })));
      const context = { definition: conversation.definition, hash: toolHash.hash.bind(toolHash) };
      expect(replayTurn(turns.at(-1)!, context)).toEqual({ outcome: 'identical' });
    },
  );

  it('given the process dies at any boundary of the turn that makes it, then it is made at most once, and the agent is told', async () => {
    const whole = await parked();
    decide(whole, 'approved');
    await whole.turn({ isOwn: true });
    const { boundaries } = whole;
    expect(boundaries).toBeGreaterThan(6);
    for (let diesAt = 0; diesAt < boundaries; diesAt += 1) {
      const conversation = await parked();
      decide(conversation, 'approved');
      const hasCompleted = await conversation.turn({ isOwn: true, diesAt });
      for (let turn = 0; turn < 3 && wantsOwnTurn(conversation.state); turn += 1)
        await conversation.turn({ isOwn: true });
      expect([diesAt, wantsOwnTurn(conversation.state)]).toEqual([diesAt, false]);
      expect(conversation.server.effects.length).toBeLessThanOrEqual(1);
      const [status] = outcomes(conversation).at(-1) ?? [];
      expect(status).toBe(conversation.server.effects.length === 1 && hasCompleted ? 'ended' : status);
      if (conversation.server.effects.length === 0) expect(status).not.toBe('ended');
    }
  });
});

describe('wait_for', () => {
  const review = counter({ name: 'review', waitFor: 'human-approval' });
  const graph = deskBefore('They want to change it', [review]);

  async function waiting(): Promise<ToolConversation> {
    const conversation = new ToolConversation([], [], graph);
    await conversation.turn();
    await conversation.turn({ choices: ['They want to change it'] });
    return conversation;
  }

  it('holds the conversation in its state until somebody decides, whatever the user says', async () => {
    const conversation = await waiting();
    expect(isPaused(conversation.state)).toBe(true);
    await conversation.turn({ choices: ['All is done'] });
    expect(conversation.state.currentState).toBe('review');
    expect(conversation.log.filter(({ type }) => type === 'WaitBegan')).toHaveLength(1);
  });

  it('once it is released, the agent hears of it, and exits are judged', async () => {
    const conversation = await waiting();
    decide(conversation, 'rejected', { reason: 'Too late.' });
    await conversation.turn({ isOwn: true, choices: ['All is done'] });
    expect(told(conversation)).toEqual(['A person has rejected. Reason: Too late.']);
    expect(conversation.stage).toBe('finished');
  });

  it('given the agent stays, then it waits no more', async () => {
    const conversation = await waiting();
    decide(conversation, 'approved');
    await conversation.turn({ isOwn: true });
    await conversation.turn();
    expect([conversation.state.currentState, isPaused(conversation.state)]).toEqual(['review', false]);
    await conversation.turn({ choices: ['All is done'] });
    expect(conversation.stage).toBe('finished');
  });

  it('given a form, then what it says reaches the agent in its own words', async () => {
    const form = counter({
      name: 'form',
      waitFor: 'surface-submission',
      surfaceSpec: { title: 'Your visit' },
    });
    const conversation = new ToolConversation([], [], deskBefore('They want to change it', [form]));
    await conversation.turn();
    await conversation.turn({ choices: ['They want to change it'] });
    expect(conversation.log.find((event) => event.type === 'SurfaceRequested')?.data).toMatchObject({
      surfaceRequestId: 'i2/surface.1',
      purpose: 'wait',
      specJson: '{"title":"Your visit"}',
    });
    expect(() => decide(conversation, 'approved')).toThrow(expect.objectContaining({ code: 'not_found' }));
    decide(conversation, 'submitted', { which: { waitId: 'i2/wait.1' }, report: 'The form says: Tuesday.' });
    await conversation.turn({ isOwn: true });
    expect(told(conversation)).toEqual(['The form says: Tuesday.']);
  });

  it('one decision ends all that waits for a person', async () => {
    const both = counter({ name: 'review', waitFor: 'human-approval', actionTools: [specOf(gated)] });
    const conversation = new ToolConversation([], [gated], deskBefore('They want to change it', [both]));
    await conversation.turn();
    await conversation.turn({ choices: ['They want to change it', 'book_visit'], inputs });
    expect(conversation.log.filter(({ type }) => type === 'WaitBegan')).toHaveLength(2);
    decide(conversation, 'approved');
    expect(isPaused(conversation.state)).toBe(false);
    expect(conversation.log.filter(({ type }) => type === 'WaitEnded')).toHaveLength(1);
  });
});

it('turns of a conversation that waited are taken again from the log alone', async () => {
  const conversation = await parked();
  await conversation.turn();
  decide(conversation, 'approved');
  await conversation.turn({ isOwn: true });
  const turns = recordedTurns(conversation.log.map((event) => ({ event, isErased: false })));
  const context = { definition: conversation.definition, hash: toolHash.hash.bind(toolHash) };
  expect(turns.map((turn) => replayTurn(turn, context))).toEqual(turns.map(() => ({ outcome: 'identical' })));
  expect(turns).toHaveLength(4);
});

it('waits are no part of a turn that runs meanwhile: a replay leaves them out', async () => {
  const conversation = await parked();
  decide(conversation, 'rejected');
  const ofWaits = conversation.log.filter(
    ({ type }) => type === 'WaitEnded' || type === 'ExternalEventQueued',
  );
  expect(ofWaits.map((event) => isOfOther(event, 'i3'))).toEqual([true, true]);
});
