import { actionState, graphOf } from '../../test/graphs.js';
import { booking, lookUp, specOf, SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { CarriedWaits } from '../input/carried.js';
import type { ToolCall } from '../input/tool-call.js';

const toReview = { description: 'They want to change it', nextState: 'review' };
const toEnd = { description: 'It is decided', nextState: 'end' };
const gated = { ...booking, needsApproval: true } as const;
const idle: CarriedWaits = { parked: null, approved: [], here: null };

type Review = Parameters<typeof actionState>[1];

/** desk → review → end */
function turnAt(currentState: string | null, review: Review, changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([
    actionState('desk', { exitConditions: [toReview], actionTools: [specOf(booking), specOf(lookUp)] }),
    actionState('review', { exitConditions: [toEnd], ...review }),
    actionState('end'),
  ]);
  const input = userSays('Please change it');
  return new SteppedTurn(turnInput(graph, { currentState, input, tools: [gated, lookUp], ...changes }));
}

function parkedBy(turn: SteppedTurn): ToolCall {
  const [wait] = turn.result.waits ?? [];
  if (wait?.kind !== 'tool-approval') throw new TypeError('No call is parked.');
  return wait.call;
}

const choicesOf = (turn: SteppedTurn) => turn.task('judge').choices.map(({ text }) => text);

describe.each(['human-approval', 'surface-submission'] as const)('wait_for %s', (waitFor) => {
  const review = {
    waitFor,
    surfaceSpec: { title: 'Your change' },
    actions: ['Say that it takes a while', 'Talk'],
  };
  const surfaceSpec = waitFor === 'surface-submission' ? review.surfaceSpec : null;

  it('begins a wait when the state is entered, and judges no exit there', () => {
    const turn = turnAt('desk', review).begin([toReview.description]);
    expect(choicesOf(turn)).toEqual(review.actions);
    expect(turn.result.waits).toEqual([{ kind: waitFor, state: 'review', surfaceSpec }]);
  });

  it('until release the user may talk: no exit is judged, and no other wait begins', () => {
    const turn = turnAt('review', review, { waits: { ...idle, here: 'open' } }).begin([]);
    expect(choicesOf(turn)).toEqual(review.actions);
    expect(turn.result).toMatchObject({ place: { state: 'review' } });
    expect(turn.result.waits).toBeUndefined();
  });

  it('once it is released, exits are judged as always', () => {
    const turn = turnAt('review', review, { waits: { ...idle, here: 'ended' } }).begin([toEnd.description]);
    expect(turn.result).toMatchObject({ place: { state: 'end' } });
    expect(turn.result.waits).toBeUndefined();
  });

  it('once it is released, the state may be stayed in, and waits no more', () => {
    const turn = turnAt('review', review, { waits: { ...idle, here: 'ended' } }).begin(['Talk']);
    expect(turn.result.place.state).toBe('review');
    expect(turn.result.waits).toBeUndefined();
  });

  it('given the conversation begins there, then it waits', () => {
    const graph = graphOf([
      actionState('review', { exitConditions: [toEnd], ...review }),
      actionState('end'),
    ]);
    const turn = new SteppedTurn(turnInput(graph, { currentState: null })).begin([]);
    expect(turn.result.waits).toHaveLength(1);
  });
});

describe('a tool that needs an approval', () => {
  const parked = parkedBy(turnAt('desk', {}).begin(['book'], ['{"day":"Tuesday"}']));

  it('is parked before its intent: nothing is stored or called, and the agent says that it waits', () => {
    const turn = turnAt('desk', {}).begin(['book'], ['{"day":"Tuesday"}']);
    expect(turn.outline()).not.toContain('tool book');
    expect(turn.last('commit').commit.notes).toEqual([]);
    expect(turn.result).toMatchObject({
      backgroundPending: true,
      waits: [{ kind: 'tool-approval', state: 'desk', call: { name: 'book', input: { day: 'Tuesday' } } }],
    });
    const { messages } = turn.requests.at(-1)!;
    expect(JSON.stringify(messages)).toContain('waits for the approval of a person');
  });

  it('is not offered while one of its calls waits, in this turn or a later one', () => {
    const first = turnAt('desk', {}).begin(['book'], ['{"day":"Tuesday"}']);
    expect(choicesOf(first)).toEqual([toReview.description, 'Action of desk', 'look']);
    const later = turnAt('desk', {}, { waits: { ...idle, parked } }).begin([]);
    expect(choicesOf(later)).not.toContain('book');
  });

  it('once it is approved is called first of all, under the effect key that it was shown with, after its intent', () => {
    const turn = turnAt('desk', {}, { interactionId: 'i9', waits: { ...idle, approved: [parked] } }).begin(
      [],
    );
    expect(turn.outline()).toEqual(['commit tools intent']);
    turn.stored();
    expect(turn.calls).toEqual([{ ...parked, id: 'i9/tool.book.1', startedAtMs: turn.atMs }]);
    expect(turn.calls[0]?.effectKey).toBe(parked.effectKey);
    turn.returns('Booked').stored();
    expect(turn.outline()).toContain('commit turn');
    expect(turn.result.waits).toBeUndefined();
  });

  it('given it only reads, then an approval is for one call as well', () => {
    const reading = { ...lookUp, needsApproval: true } as const;
    const turn = turnAt('desk', {}, { tools: [reading] }).begin(['look']);
    expect(turn.result.waits).toMatchObject([{ call: { effectKey: `${turn.request.interactionId}/1` } }]);
  });

  it('given a second preload that needs one, then only the first waits', () => {
    const other = { ...gated, toolId: 'other', name: 'other' } as const;
    const preloads = [gated, other].map(({ toolId }) => ({ toolId, params: { day: 'Tuesday' } }));
    const turn = turnAt('desk', { preloads }, { tools: [gated, other] }).begin([toReview.description]);
    expect(turn.result.waits).toMatchObject([{ call: { name: 'book', purpose: 'preload' } }]);
    expect(turn.last('commit').commit.notes).toMatchObject([
      {
        call: { name: 'other' },
        outcome: { status: 'failed', reason: 'Another call waits for the approval of a person.' },
      },
    ]);
  });

  it('given the conversation ends with the turn, then it says nothing of the call: somebody may decide it meanwhile', () => {
    const turn = turnAt('review', {}, { waits: { ...idle, parked } }).begin([toEnd.description]);
    expect(turn.result).toMatchObject({ conversationCompleted: true });
    expect([turn.result.unheardCalls, turn.last('commit').commit.notes]).toEqual([undefined, []]);
  });

  it('with `navigate_on_completion` leaves its state once it was approved and has ended', () => {
    const actionTools = [specOf(booking, { navigateOnCompletion: true })];
    const atReview = { ...parked, state: 'review' };
    const turn = turnAt('review', { actionTools }, { waits: { ...idle, approved: [atReview] } }).begin([]);
    turn.stored().returns('Booked').stored();
    expect(turn.result.place.state).toBe('end');
  });
});

describe('request_operator', () => {
  const operator = { ...lookUp, toolId: 'request_operator', name: 'request_operator' };
  const inDanger = '{"reason":"They are in danger."}';

  it('as a tool of the state asks for a person, with the reason that the model words', () => {
    const turn = turnAt('review', { actionTools: [specOf(operator)] }).begin(
      ['request_operator'],
      [inDanger],
    );
    expect(turn.calls).toEqual([]);
    expect(turn.result.escalations).toEqual([
      { trigger: 'ai', state: 'review', reason: 'They are in danger.' },
    ]);
  });

  it('as a preload asks for one because the state is entered', () => {
    const preloads = [{ toolId: 'request_operator', params: { reason: 'A crisis word.' } }];
    const turn = turnAt('desk', { preloads }).begin([toReview.description]);
    expect(turn.result.escalations).toEqual([{ trigger: 'ai', state: 'review', reason: 'A crisis word.' }]);
  });

  const guardrails = [{ name: 'no-dosage', description: 'Never name a dose.', enforcement: 'hard' }] as const;

  it('stands among the tools of a state: then a broken hard guardrail asks for one', () => {
    const turn = turnAt('review', { guardrails, actionTools: [specOf(operator)] });
    turn.checks.push('{"broken":[{"sentence":1,"rule":"rule_1"}]}');
    turn.begin([]);
    expect(turn.result.breaches).toBeDefined();
    expect(turn.result.escalations).toEqual([
      { trigger: 'guardrail', state: 'review', reason: 'The message would have broken: no-dosage' },
    ]);
  });

  it('stands among them: then one that could not be judged asks for nobody', () => {
    const turn = turnAt('review', { guardrails, actionTools: [specOf(operator)] });
    turn.checks.push('no JSON');
    expect(turn.begin([]).result.breaches).toMatchObject([{ cause: 'unjudged' }]);
    expect(turn.result.escalations).toBeUndefined();
  });

  it('does not: then a broken guardrail asks for nobody', () => {
    const turn = turnAt('review', { guardrails });
    turn.checks.push('{"broken":[{"sentence":1,"rule":"rule_1"}]}');
    expect(turn.begin([]).result.escalations).toBeUndefined();
  });
});
