import { actionState, annotationState, decisionState, graphOf, type PlainExit } from '../../test/graphs.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import type { ContextGraph, GraphState } from '../graph/context-graph.js';

/** start → through → end or other. */
function passing(through: GraphState, ...more: GraphState[]) {
  return graphOf([
    actionState('start', { exitConditions: [{ description: 'go', nextState: through.name }] }),
    through,
    ...more,
    actionState('other', { exitConditions: [{ description: 'done', nextState: 'end' }] }),
    actionState('end'),
  ]);
}

const toEnd: PlainExit = { description: 'nothing is left', nextState: 'end' };
/** The action of `other`. */
const stay = 'Action of other';
const toOther: PlainExit = { description: 'something is left', nextState: 'other' };

function turnThrough(graph: ContextGraph, choices: readonly string[]) {
  const model = new ScriptedModel({ choices: ['go', ...choices] });
  const request = turnInput(graph, { currentState: 'start', input: userSays('on') });
  return { model, turn: takeTurn(request, model) };
}

describe('given a decision state', () => {
  it('when it has several exits, then the model chooses only among them, under its guidelines', async () => {
    const graph = passing(
      decisionState('fork', [toEnd, toOther], { navigationGuidelines: ['When in doubt, go on'] }),
    );
    const { model, turn } = turnThrough(graph, ['something is left', stay]);
    const { result } = await turn;

    expect(result.place.state).toBe('other');
    expect(model.judged[1]?.task).toMatchObject({
      purpose: 'decide',
      state: { name: 'fork', objective: 'Objective of fork', guidelines: ['When in doubt, go on'] },
      choices: [
        { id: 'exit_1', kind: 'exit', text: 'nothing is left' },
        { id: 'exit_2', kind: 'exit', text: 'something is left' },
      ],
    });
    expect(result.decisions[1]).toEqual({
      purpose: 'decide',
      state: 'fork',
      exitConditions: ['nothing is left', 'something is left'],
      actions: [],
      guidelines: ['When in doubt, go on'],
      verdict: { kind: 'exit', exitCondition: 'something is left', nextState: 'other' },
      reason: 'scripted: something is left',
      judgedBy: 'model',
      callId: 'i1/m.decide.fork.1',
    });
  });

  it('when it has one exit, then it is taken without a model call, and still recorded', async () => {
    const { model, turn } = turnThrough(passing(decisionState('fork', [toOther])), [stay]);
    const { result, calls } = await turn;
    expect(result.place.state).toBe('other');
    expect(model.judged.map((request) => request.task.purpose)).toEqual(['navigate', 'navigate']);
    expect(result.decisions[1]).toMatchObject({ state: 'fork', judgedBy: 'only-choice' });
    expect(calls.map((call) => call.kind)).toEqual(['navigate', 'navigate', 'engage']);
  });

  it('when the turn passes through, then no message is worded for it', async () => {
    const { model, turn } = turnThrough(passing(decisionState('fork', [toEnd, toOther])), [
      'nothing is left',
    ]);
    await turn;
    expect(model.engaged.map((request) => request.task.state.name)).toEqual(['end']);
  });
});

describe('given annotation states', () => {
  it('when one follows another, then each thought is sent once, in order, and logged by its index', async () => {
    const graph = passing(
      annotationState('first', 'One thing to know', 'second'),
      annotationState('second', 'Another thing', 'other'),
    );
    const { turn } = turnThrough(graph, [stay]);
    const { signals, result } = await turn;
    expect(signals.filter((signal) => signal.type === 'inner-thought')).toEqual([
      { type: 'inner-thought', text: 'One thing to know' },
      { type: 'inner-thought', text: 'Another thing' },
    ]);
    expect(result.innerThoughts).toEqual(['One thing to know', 'Another thing']);
    expect(result.transitions.slice(1)).toMatchObject([
      { type: 'annotation', previousState: 'first', nextState: 'second', innerThought: 0 },
      { type: 'annotation', previousState: 'second', nextState: 'other', innerThought: 1 },
    ]);
  });

  it('when a decision comes after, then its judgement and the message know the thought', async () => {
    const graph = passing(
      annotationState('note', 'The shop is closed', 'fork'),
      decisionState('fork', [toEnd, toOther]),
    );
    const { model, turn } = turnThrough(graph, ['something is left', stay]);
    await turn;
    expect(model.judged.map((request) => request.task.newThoughts)).toEqual([
      [],
      ['The shop is closed'],
      ['The shop is closed'],
    ]);
    expect(model.engaged[0]?.task.newThoughts).toEqual(['The shop is closed']);
  });
});
