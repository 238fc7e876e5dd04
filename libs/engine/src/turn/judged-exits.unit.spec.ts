import { actionState, annotationState, decisionState, graphOf } from '../../test/graphs.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import type { ContextGraph } from '../graph/context-graph.js';
import { defaultTurnLimits, type InteractionInput, type TurnRequest } from '../input/turn-request.js';

/** reason → day → (fork →) contact → end; each state is left when its question is answered. */
const appointment = graphOf([
  actionState('reason', { exitConditions: [{ description: 'The reason is known', nextState: 'day' }] }),
  actionState('day', { exitConditions: [{ description: 'The day is known', nextState: 'fork' }] }),
  decisionState('fork', [
    { description: 'They are new', nextState: 'contact' },
    { description: 'They are known', nextState: 'note' },
  ]),
  annotationState('note', 'Their number is in the book.', 'end'),
  actionState('contact', {
    actions: ['Ask for the name', 'Ask for the number'],
    exitConditions: [
      { description: 'The number is known', nextState: 'end' },
      { description: 'The day does not suit them', nextState: 'day' },
    ],
  }),
  actionState('end'),
]);

const heard = userSays('A cough, on Tuesday if you can');

async function taken(choices: readonly string[], changes: Partial<TurnRequest> = {}) {
  const model = new ScriptedModel({ choices });
  const { result } = await takeTurn(
    turnInput(appointment, { currentState: 'reason', input: heard, ...changes }),
    model,
  );
  return {
    result,
    judged: model.judged.map(({ task }) => [task.state.name, task.purpose, task.isEntered]),
    asked: model.judged.map(({ messages }) => messages.at(-1)?.content ?? ''),
  };
}

describe('given a state that a turn enters', () => {
  it('when the user has already answered its question, then the turn moves on to an unanswered one', async () => {
    const { result, judged } = await taken([
      'The reason is known',
      'The day is known',
      'They are new',
      'Ask for the name',
    ]);
    expect(judged).toEqual([
      ['reason', 'navigate', false],
      ['day', 'navigate', true],
      ['fork', 'decide', true],
      ['contact', 'navigate', true],
    ]);
    expect(result).toMatchObject({ place: { state: 'contact' }, engagement: { action: 'Ask for the name' } });
    expect(result.decisions.map(({ state, purpose, judgedBy }) => [state, purpose, judgedBy])).toEqual(
      judged.map(([state, purpose]) => [state, purpose, 'model']),
    );
  });

  it('when they have not, then it speaks there', async () => {
    const { result } = await taken(['The reason is known', 'Action of day']);
    expect(result.place.state).toBe('day');
  });

  it('then the model is told that this state has no message yet, and only there', async () => {
    const { asked } = await taken(['The reason is known', 'Action of day']);
    expect(asked.map((text) => text.includes('begins just now'))).toEqual([false, true]);
  });

  it.each<[string, InteractionInput]>([
    ['the user says nothing', { kind: 'skip' }],
    ['the agent greets', { kind: 'greeting' }],
  ])('when %s, then its exits are not judged', async (_what, silence) => {
    const { judged } = await taken(['The reason is known'], { input: silence });
    expect(judged.filter(([, , isEntered]) => isEntered)).toEqual([]);
  });

  it('when an event has happened, then that may have answered it as well', async () => {
    const event: InteractionInput = {
      kind: 'external-event',
      text: 'Tuesday was chosen',
      externalEvents: [],
    };
    const { result } = await taken(
      ['The reason is known', 'The day is known', 'They are new', 'Ask for the name'],
      { input: event },
    );
    expect(result.place.state).toBe('contact');
  });

  it('when the turn has already left it once, then it speaks there, with any input', async () => {
    const { result, judged } = await taken([
      'The reason is known',
      'The day is known',
      'They are new',
      'The day does not suit them',
    ]);
    expect(judged).toHaveLength(4);
    expect(result.place.state).toBe('day');
    expect(result.decisions.at(-1)).toMatchObject({ purpose: 'select-action', exitConditions: [] });
  });

  it('when it is the last one, then the model is not asked', async () => {
    const { result, judged } = await taken(['The reason is known', 'The day is known', 'They are known']);
    expect(judged).toHaveLength(3);
    expect(result).toMatchObject({
      place: { state: 'end' },
      innerThoughts: ['Their number is in the book.'],
    });
    expect(result.decisions.at(-1)).toMatchObject({ purpose: 'select-action', judgedBy: 'only-choice' });
  });
});

it('when the turn stays, then there is only one judgement', async () => {
  expect((await taken(['Action of reason'])).judged).toEqual([['reason', 'navigate', false]]);
});

describe('given a model that leaves each state', () => {
  /** Each state leads to every other one, and its first exit to the next one. */
  const round = (count: number) => {
    const names = Array.from({ length: count }, (_none, place) => `s${place}`);
    const states = names.map((name, place) =>
      actionState(name, {
        exitConditions: [...names.slice(place + 1), ...names.slice(0, place)].map((nextState) => ({
          description: `to ${nextState}`,
          nextState,
        })),
      }),
    );
    return graphOf([...states, actionState('end')]);
  };
  const onAndOn = Array.from({ length: 40 }, (_none, place) => `to s${place + 1}`);
  const far = (graph: ContextGraph, changes: Partial<TurnRequest> = {}) =>
    takeTurn(
      turnInput(graph, { currentState: 's0', input: heard, ...changes }),
      new ScriptedModel({ choices: onAndOn }),
    );

  it('then a turn judges as many entered states as the graph is deep: one here, where all are one step away', async () => {
    const { result } = await far(round(20));
    expect(result.decisions.map(({ state, purpose }) => [state, purpose])).toEqual([
      ['s0', 'navigate'],
      ['s1', 'navigate'],
      ['s2', 'select-action'],
    ]);
  });

  it('then in a long row of states it stops at the limit', async () => {
    const row = Array.from({ length: 30 }, (_none, place) =>
      actionState(`s${place}`, {
        exitConditions: [
          { description: `to s${place + 1}`, nextState: place === 29 ? 'end' : `s${place + 1}` },
        ],
      }),
    );
    const graph = graphOf([...row, actionState('end')]);
    const most = defaultTurnLimits.maxJudgedEntries;
    expect((await far(graph)).result.place.state).toBe(`s${most + 1}`);
    const limits = { ...defaultTurnLimits, maxJudgedEntries: 2 };
    expect((await far(graph, { limits })).result.place.state).toBe('s3');
    const before = { ...defaultTurnLimits, maxJudgedEntries: 0 };
    expect((await far(graph, { limits: before })).result.place.state).toBe('s1');
  });
});
