import { actionState, graphOf, reflectionState } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays } from '../../test/turns.js';

/** start → think → end */
function reflecting(thought: string, wordLimit = 20): SteppedTurn {
  const graph = graphOf([
    actionState('start', { exitConditions: [{ description: 'go', nextState: 'think' }] }),
    reflectionState('think', 'end', { wordLimit }),
    actionState('end'),
  ]);
  const turn = new SteppedTurn(turnInput(graph, { currentState: 'start', input: userSays('on') }));
  turn.thoughts.push(thought);
  return turn.begin(['go']);
}

describe('given a reflection state', () => {
  it('then a model thinks about its problem, and the next message knows the thought', () => {
    const turn = reflecting(' They are in a hurry. ');
    expect(turn.outline()).toEqual(['model judge', 'model reflect', 'model engage', 'commit turn']);
    expect(turn.task('reflect')).toMatchObject({
      state: { name: 'think', objective: 'Problem of think' },
      wordLimit: 20,
    });
    expect(turn.requests[1]?.messages.at(-1)?.content).toContain('at most 20 words');
    expect(turn.task('engage').newThoughts).toEqual(['They are in a hurry.']);
    expect(turn.result.innerThoughts).toEqual(['They are in a hurry.']);
  });

  it('then its actions tell the problem and the thought, and the transition names the thought', () => {
    const { actions, result } = reflecting('They are in a hurry.');
    expect(actions.slice(2, 4)).toEqual([
      {
        type: 'navigate-state-machine-reflection-state-prompt-retrieved',
        prompt: 'Problem of think',
      },
      {
        type: 'navigate-state-machine-reflection-state-reflection-generated',
        reflection: 'They are in a hurry.',
      },
    ]);
    expect(result.transitions.at(-1)).toMatchObject({ type: 'reflection', innerThought: 0 });
  });

  it('when the thought has more words than allowed, then the rest is cut', () => {
    expect(reflecting('one two  three four five', 3).result.innerThoughts).toEqual(['one two  three']);
    expect(reflecting('one two three', 3).result.innerThoughts).toEqual(['one two three']);
  });

  it('when the thought is longer than an event holds, then the rest is cut', () => {
    const [thought] = reflecting('x'.repeat(20_000)).result.innerThoughts;
    expect(thought).toHaveLength(16_000);
  });

  it('when the thought is blank, then the turn fails as one without an answer does', () => {
    const { end } = reflecting(' \n ').last('end-turn');
    expect(end).toMatchObject({ outcome: 'failed', failure: { kind: 'bad_output' } });
  });
});
