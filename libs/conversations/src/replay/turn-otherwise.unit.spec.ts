import { freeDays, specOf, ToolConversation, toolHash } from '../../test/tool-conversation.js';
import { conditionsOf } from '../domain/conversation.js';
import { turnInput } from '../turn/turn-input.js';
import { recordedTurns } from './recorded-turns.js';
import { turnOtherwise, type TurnOtherwise } from './turn-otherwise.js';

/** Takes a turn again whose tool takes long. */
async function takenAgain(suppressesFillers: boolean): Promise<TurnOtherwise> {
  const conversation = new ToolConversation([
    specOf(freeDays, { audioFillers: ['Hm'], audioFillerAfterMs: 0 }),
  ]);
  await conversation.turn();
  await conversation.turn({ choices: ['free_days'], suppressesFillers });
  const turn = recordedTurns(conversation.log.map((event) => ({ event, isErased: false }))).at(-1)!;
  return turnOtherwise({
    turn,
    request: turnInput(turn.conversation, conversation.definition),
    conditions: conditionsOf(turn.conversation),
    hash: toolHash.hash.bind(toolHash),
  });
}

it.each([
  ['wants no fillers', true, undefined],
  ['hears fillers', false, [{ text: 'Hm' }]],
])(
  'given a turn whose user %s, then so does the turn that is compared with it',
  async (_what, wish, said) => {
    const { end, unrecorded } = await takenAgain(wish);
    expect(unrecorded).toBeNull();
    expect(end?.outcome === 'completed' ? end.result.fillers?.map(({ text }) => ({ text })) : null).toEqual(
      said,
    );
  },
);
