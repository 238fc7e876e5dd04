import { attempt } from '../../test/attempts.js';
import { actionState, collectionState, fieldOf, graphOf } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { GraphState } from '../graph/context-graph.js';
import type { Guardrail } from '../graph/speech-rules.js';
import { ModelError } from '../model/model-error.js';
import { maxCheckMs } from '../turn/check-guardrails.js';
import { safeReply } from './safe-reply.js';

const advice: Guardrail = { name: 'advice', description: 'Gives no medical advice', enforcement: 'hard' };
const tone: Guardrail = { name: 'tone', description: 'Stays warm', enforcement: 'soft' };
const wording = 'i1/m.engage.desk.1';
const check = (n: number) => `i1/m.guard.desk.${n}`;
const broken = (...members: readonly (readonly [sentence: number, rule: number])[]) =>
  JSON.stringify({ broken: members.map(([sentence, rule]) => ({ sentence, rule: `rule_${rule}` })) });
const sorry = safeReply(['eng']);

function turnIn(state: GraphState, changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([state, actionState('end')]);
  const turn = new SteppedTurn(
    turnInput(graph, { currentState: state.name, input: userSays('Hello'), ...changes }),
  );
  turn.isWordingHeld = true;
  return turn;
}

const guarded = (guardrails: readonly Guardrail[]) => actionState('desk', { guardrails });

/** A turn whose message is under way. */
function atDesk(guardrails: readonly Guardrail[], changes: TurnChanges = {}): SteppedTurn {
  return turnIn(guarded(guardrails), changes).begin([]);
}

function says(turn: SteppedTurn, text: string): SteppedTurn {
  return turn.feed({ type: 'model-delta', id: wording, text });
}

function ends(turn: SteppedTurn): SteppedTurn {
  turn.feed({ type: 'model-attempted', id: wording, attempt: attempt(['…']) });
  return turn.feed({ type: 'model-ended', id: wording });
}

function fails(turn: SteppedTurn, id: string): SteppedTurn {
  return turn.feed({ type: 'model-failed', id, failure: new ModelError('unavailable') });
}

describe('description', () => {
  it.each([
    ['hard', 'boundaryConstraints'],
    ['soft', 'guidelines'],
  ] as const)('of a %s one stands with its name among the %s of the message', (enforcement, where) => {
    const turn = atDesk([{ ...advice, enforcement }]);
    expect(turn.task('engage')[where]).toContain('advice: Gives no medical advice');
  });

  it('is what a check judges by, in states of each kind that speaks', () => {
    const days = collectionState('desk', [fieldOf('day', 'date')], 'end', { guardrails: [advice] });
    for (const state of [guarded([advice]), days]) {
      const turn = says(turnIn(state).begin([]), 'One. Two. ');
      expect(turn.task('guard').rules).toEqual([
        { id: 'rule_1', name: 'advice', description: 'Gives no medical advice' },
      ]);
      expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain(
        'rule_1 (advice): Gives no medical advice',
      );
    }
  });
});

describe('name', () => {
  it('is recorded with what breaks the guardrail, and nothing is where none is broken', () => {
    const turn = atDesk([advice, tone]);
    turn.isCheckHeld = true;
    ends(says(turn, 'One. Two. Three.')).answers(check(1), broken([1, 1], [2, 1], [2, 2]));
    turn.answers(check(2), broken([1, 1]));
    const judged = { state: 'desk', cause: 'judged' };
    expect(turn.result.breaches).toEqual([
      { ...judged, guardrail: 'advice', enforcement: 'hard', sentences: 2, callId: check(1) },
      { ...judged, guardrail: 'tone', enforcement: 'soft', sentences: 1, callId: check(1) },
      { ...judged, guardrail: 'advice', enforcement: 'hard', sentences: 1, callId: check(2) },
    ]);
    expect(ends(says(atDesk([advice]), 'Hello. ')).result).not.toHaveProperty('breaches');
  });
});

describe('enforcement hard', () => {
  it('lets nothing be heard before it is judged', () => {
    const turn = atDesk([advice]);
    turn.isCheckHeld = true;
    says(turn, 'Rest. Sleep. ');
    expect(turn.told).toBe('');
    turn.answers(check(1), broken());
    expect(turn.told).toBe('Rest. ');
  });

  it('gathers what comes during a check, and judges it at once in the next', () => {
    const turn = atDesk([advice]);
    turn.isCheckHeld = true;
    for (const text of ['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five']) says(turn, text);
    expect(turn.task('guard')).toMatchObject({ said: '', sentences: ['One. '] });
    turn.answers(check(1), broken());
    expect(turn.task('guard')).toMatchObject({
      said: 'One. ',
      sentences: ['Two. ', 'Three. ', 'Four. '],
    });
    ends(turn).answers(check(2), broken());
    turn.answers(check(3), broken());
    expect(turn.result.message).toBe('One. Two. Three. Four. Five');
  });

  it('replaces the first sentence that breaks it, leaves out later ones, and says the rest in order', () => {
    const turn = atDesk([advice]);
    turn.isCheckHeld = true;
    for (const text of ['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five.']) says(turn, text);
    ends(turn).answers(check(1), broken());
    turn.answers(check(2), broken([1, 1], [3, 1]));
    expect(turn.result.message).toBe(`One. ${sorry} Three. Five.`);
    expect(turn.told).toBe(turn.result.message);
  });

  it('leaves a message that is broken as a whole with the safe reply, in the language of the user', () => {
    const { user } = atDesk([]).request;
    const turn = atDesk([advice], { user: { ...user, preferredLanguage: 'deu' } });
    turn.checks.push(broken([1, 1]));
    expect(ends(says(turn, 'Take two.')).result.message).toBe(safeReply(['deu']));
    expect(safeReply(['deu'])).not.toBe(sorry);
  });

  it.each([
    ['fails', (turn: SteppedTurn) => fails(turn, check(1))],
    ['is no JSON', (turn: SteppedTurn) => turn.answers(check(1), 'All is well.')],
    ['lists nothing', (turn: SteppedTurn) => turn.answers(check(1), '{}')],
    ['names no rule', (turn: SteppedTurn) => turn.answers(check(1), broken([1, 7]))],
    ['names no sentence', (turn: SteppedTurn) => turn.answers(check(1), broken([2, 1]))],
    ['takes too long', (turn: SteppedTurn) => turn.feed({ type: 'timer-fired', id: 'i1/t.guard.1' })],
  ])('counts as broken when the judgement %s', (_what, happens) => {
    const turn = atDesk([advice, tone]);
    turn.isCheckHeld = true;
    happens(ends(says(turn, 'Hello.')));
    // A check that was cut still ends.
    fails(turn, check(1));
    expect(turn.result.message).toBe(sorry);
    expect(turn.result.breaches).toEqual([
      {
        ...{ state: 'desk', guardrail: 'advice', enforcement: 'hard', cause: 'unjudged' },
        ...{ sentences: 1, callId: check(1) },
      },
    ]);
  });

  it('waits for a judgement for three seconds', () => {
    const turn = says(atDesk([advice]), 'One. Two. ');
    const timer = turn.all('set-timer').find(({ id }) => id.includes('guard'));
    expect([timer?.afterMs, maxCheckMs]).toEqual([3_000, 3_000]);
  });

  it('asks for no check of what is not heard', () => {
    const { limits } = atDesk([]).request;
    const turn = atDesk([advice], { limits: { ...limits, maxMessageCharacters: 4 } });
    turn.isCheckHeld = true;
    says(says(turn, 'One. Two. '), 'Three. ');
    turn.answers(check(1), broken());
    says(turn, 'Four. ');
    expect(turn.requests.filter(({ task }) => task.type === 'guard')).toHaveLength(1);
  });

  it('ends its check with the turn', () => {
    const turn = atDesk([advice]);
    turn.isCheckHeld = true;
    says(turn, 'One. Two. ').feed({ type: 'cancelled' });
    expect(turn.all('cancel').map(({ id }) => id)).toContain(check(1));
    expect(turn.last('end-turn').end.outcome).toBe('cancelled');
  });
});

describe('enforcement soft', () => {
  it('delays no word, and judges the message as a whole once it is said', () => {
    const turn = atDesk([tone]);
    turn.isCheckHeld = true;
    says(turn, 'Go');
    expect(turn.told).toBe('Go');
    ends(says(turn, ' away!'));
    expect(turn.task('guard')).toMatchObject({ said: '', sentences: ['Go away!'] });
    turn.answers(check(1), broken([1, 1]));
    expect(turn.result).toMatchObject({
      message: 'Go away!',
      breaches: [{ guardrail: 'tone', enforcement: 'soft', cause: 'judged', sentences: 1 }],
    });
  });

  it('is judged with hard ones, and what breaks it is said', () => {
    const turn = atDesk([advice, tone]);
    turn.checks.push(broken([1, 2]));
    const { message, breaches } = ends(says(turn, 'Go away!')).result;
    expect(message).toBe('Go away!');
    expect(breaches).toMatchObject([{ guardrail: 'tone', enforcement: 'soft' }]);
  });

  it('is not broken when nobody can judge', () => {
    const turn = atDesk([tone]);
    turn.isCheckHeld = true;
    fails(ends(says(turn, 'Hello.')), check(1));
    expect(turn.result).not.toHaveProperty('breaches');
  });
});

it('without guardrails nothing is checked', () => {
  expect(ends(says(atDesk([]), 'Hello. You. ')).requests.map(({ task }) => task.type)).toEqual(['engage']);
});
