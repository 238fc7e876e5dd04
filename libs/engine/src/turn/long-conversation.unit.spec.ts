import { actionState, graphOf } from '../../test/graphs.js';
import { SmallModel } from '../../test/small-model.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import type { TranscriptMessage } from '../input/transcript-message.js';

const graph = graphOf([
  actionState('desk', {
    actions: ['Ask for the title', 'Offer a seat'],
    exitConditions: [{ description: 'The title is known', nextState: 'end' }],
  }),
  actionState('end'),
]);

it('given a model of 4,096 tokens, then a conversation of 200 turns reaches its end, and notes are not lost', async () => {
  let transcript: readonly TranscriptMessage[] = [
    { type: 'agent-inner-thought', text: 'Is deaf in one ear' },
  ];
  let refused = 0;
  for (let turn = 0; turn < 200; turn += 1) {
    const said =
      turn === 100 ? 'I tell a long story. '.repeat(1_900) : `I have been here ${turn} times and like it.`;
    const model = new SmallModel(4_096, 4_096, { choices: ['Offer a seat'] });
    const { result } = await takeTurn(
      turnInput(graph, { currentState: 'desk', transcript, input: userSays(said) }),
      model,
    );
    refused += model.refused;
    expect(JSON.stringify(model.asked)).toContain('Is deaf in one ear');
    transcript = [
      ...transcript,
      { type: 'user-message', text: said },
      { type: 'agent-message', text: result.message },
    ];
  }
  expect(refused).toBe(0);
});
