import { DomainError } from '@svc/errors';
import { seededRandom } from '@svc/testing';
import { evolve, type Conversation } from '../src/domain/conversation.js';
import { wantsOwnTurn } from '../src/domain/own-turn.js';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn } from '../src/replay/replay-turn.js';
import { bookVisit, deskWith, freeDays, specOf, ToolConversation, toolHash } from './tool-conversation.js';

// Conversations whose calls wait for a person, with processes that die at any boundary, and people who decide at any time.

const count = process.env['SVC_ALL_TESTS'] === '1' ? 500 : 60;
const steps = 12;
const gated = { ...bookVisit, needsApproval: true } as const;

type WaitRule =
  | 'an effect has an approval, and is the only one of it'
  | 'a wait is decided at most once'
  | 'what was decided is told in one completed turn'
  | 'in the end nothing is left to tell'
  | 'a turn is taken again from the log alone';

class BrokenRule extends Error {}

function must(rule: WaitRule, holds: boolean, detail: () => string): void {
  if (!holds) throw new BrokenRule(`${rule}: ${detail()}`);
}

async function simulate(seed: number, fold: typeof evolve): Promise<void> {
  const { below } = seededRandom(seed);
  const conversation = new ToolConversation(
    [specOf(gated), specOf(freeDays)],
    [gated, freeDays],
    deskWith([specOf(gated), specOf(freeDays)]),
    fold,
  );
  const decide = (): void => {
    const decision = below(2) === 0 ? 'approved' : 'rejected';
    const named = { which: 'approvals', decidedBy: 'api-key:k1', reason: null } as const;
    const messageId = `decided-${conversation.log.length}`;
    try {
      conversation.handle({ type: 'EndWait', ...named, decision, messageId, atMs: conversation.tick() });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    }
  };
  const turn = (isOwn: boolean, mayDie: boolean) =>
    conversation.turn({
      isOwn,
      choices: below(2) === 0 ? ['book_visit'] : ['free_days'],
      inputs: ['{"day":"Tuesday"}'],
      ...(mayDie && below(2) === 0 ? { diesAt: below(10) } : {}),
      ...(below(4) === 0 ? { beforeCommit: decide } : {}),
    });
  await conversation.turn();
  for (let step = 0; step < steps; step += 1) {
    const choice = below(4);
    if (choice === 0) decide();
    else if (choice === 1 && wantsOwnTurn(conversation.state)) await turn(true, true);
    else await turn(false, true);
  }
  for (let round = 0; round < 8 && wantsOwnTurn(conversation.state); round += 1)
    await conversation.turn({ isOwn: true });
  audit(conversation);
}

function audit(conversation: ToolConversation): void {
  const { log, server, state } = conversation;
  const keys = new Map<string, string>();
  const decided = new Map<string, string>();
  const approvedKeys = new Set<string>();
  for (const event of log) {
    if (event.type === 'WaitBegan') keys.set(event.data.waitId, event.data.call?.effectKey ?? '');
    if (event.type !== 'WaitEnded') continue;
    for (const waitId of event.data.waitIds) {
      must('a wait is decided at most once', !decided.has(waitId), () => waitId);
      decided.set(waitId, event.data.decision);
      if (event.data.decision === 'approved') approvedKeys.add(keys.get(waitId) ?? '');
    }
  }
  for (const key of server.effects)
    must('an effect has an approval, and is the only one of it', approvedKeys.delete(key), () => key);
  const completed = log.flatMap((event) =>
    event.type === 'InteractionCompleted' ? event.data.messages : [],
  );
  for (const event of log) {
    if (event.type !== 'ExternalEventQueued') continue;
    const { messageId } = event.data.message;
    const times = completed.filter((message) => message.messageId === messageId).length;
    must('what was decided is told in one completed turn', times === 1, () => `${messageId} ${times}`);
  }
  must('in the end nothing is left to tell', state.queued === null && state.approvedCalls === null, () =>
    JSON.stringify([state.queued, state.approvedCalls]),
  );
  const context = { definition: conversation.definition, hash: toolHash.hash.bind(toolHash) };
  for (const turn of recordedTurns(log.map((event) => ({ event, isErased: false })))) {
    const { outcome } = replayTurn(turn, context);
    const isReplayed = outcome === 'identical' || turn.events.at(-1)?.type === 'InteractionVoided';
    must('a turn is taken again from the log alone', isReplayed, () => turn.interactionId);
  }
}

async function simulateAll(conversations: number, fold: typeof evolve = evolve): Promise<void> {
  for (let seed = 1; seed <= conversations; seed += 1)
    await simulate(seed, fold).catch((error: Error) => {
      error.message += ` (seed ${seed})`;
      throw error;
    });
}

it('given decisions at any time and processes that die at any boundary, then every rule holds', async () => {
  await simulateAll(count);
});

/** The fold with one state wrong after some event. */
const after =
  (change: (before: Conversation, after: Conversation, type: string) => Conversation): typeof evolve =>
  (before, event) =>
    change(before, evolve(before, event), event.type);

const faults: readonly (readonly [fault: string, fold: typeof evolve, foundBy: WaitRule])[] = [
  [
    'an approved call is made again after its intent',
    after((before, state, type) =>
      type === 'ToolIntentRecorded' && before.stage !== 'absent' && state.stage !== 'absent'
        ? { ...state, approvedCalls: before.approvedCalls }
        : state,
    ),
    'an effect has an approval, and is the only one of it',
  ],
  [
    'a wait that was decided stays open',
    after((before, state, type) =>
      type === 'WaitEnded' && before.stage !== 'absent' && state.stage !== 'absent'
        ? { ...state, waits: before.waits }
        : state,
    ),
    'a wait is decided at most once',
  ],
  [
    'what was decided is told again',
    after((before, state, type) =>
      type === 'InteractionCompleted' && before.stage !== 'absent' && state.stage !== 'absent'
        ? { ...state, queued: before.queued }
        : state,
    ),
    'what was decided is told in one completed turn',
  ],
  [
    'a void turn counts as told',
    after((_before, state, type) =>
      type === 'InteractionVoided' && state.stage !== 'absent' ? { ...state, queued: null } : state,
    ),
    'what was decided is told in one completed turn',
  ],
  [
    'a rejected call is made',
    after((before, state, type) => {
      if (type !== 'WaitEnded' || before.stage === 'absent' || state.stage === 'absent') return state;
      const calls = (JSON.parse(before.waits ?? '[]') as readonly { readonly call: unknown }[]).map(
        ({ call }) => call,
      );
      return { ...state, approvedCalls: JSON.stringify(calls) };
    }),
    'an effect has an approval, and is the only one of it',
  ],
];

it.each(faults)('given that %s, then the audit finds it', async (_fault, fold, foundBy) => {
  await expect(simulateAll(count, fold)).rejects.toThrow(foundBy);
});
