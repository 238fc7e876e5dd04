import {
  dialogues,
  heldOutDialogues,
  isExpected,
  transcriptsOf,
  type Dialogue,
  type MadeMemory,
} from '../../../test/dialogues.js';
import { defaultDimensions } from '../../domain/user-model/dimension.js';
import { userModelOf } from '../../domain/user-model/user-model-of.js';
import { checkMemories } from '../check-memories.js';
import { createOfflineExtractor } from './offline-extractor.js';

const extractor = createOfflineExtractor();

async function madeOf(dialogue: Dialogue): Promise<readonly MadeMemory[]> {
  const made = transcriptsOf(dialogue).map(async (transcript, index) => {
    const proposals = await extractor.extract(transcript, new AbortController().signal);
    const { kept, refused } = checkMemories(transcript, proposals);
    expect(refused).toEqual({});
    return kept.map((memory) => ({ conversation: index + 1, memory }));
  });
  return (await Promise.all(made)).flat();
}

describe.each([
  { table: 'first table', dialogues, atLeast: 40, recallAtLeast: 0.9 },
  { table: 'held-out table', dialogues: heldOutDialogues, atLeast: 45, recallAtLeast: 0.9 },
])('given the dialogues of the $table', ({ table, dialogues, atLeast, recallAtLeast }) => {
  it(`then they are at least ${atLeast}, and each memory quotes words of its message`, () => {
    expect(dialogues.length).toBeGreaterThanOrEqual(atLeast);
    for (const dialogue of dialogues) {
      const transcripts = transcriptsOf(dialogue);
      for (const { conversation = 1, message, from, content } of dialogue.memories) {
        const messages = transcripts[conversation - 1]?.messages ?? [];
        const said = messages.find(({ messageId }) => messageId === message);
        expect({ content, sender: said?.sender, has: said?.text.includes(from) }).toEqual({
          content,
          sender: 'user',
          has: true,
        });
      }
    }
  });

  it.each(dialogues)('when it is about $about, then nothing is invented', async (dialogue) => {
    const made = await madeOf(dialogue);
    const invented = made.filter(
      (memory) => !dialogue.memories.some((expected) => isExpected(expected, memory)),
    );
    expect(invented.map(({ memory }) => memory)).toEqual([]);
  });

  it.each(dialogues.filter(({ userModel }) => userModel !== undefined))(
    'when it is about $about, then the user model comes out as it says',
    async (dialogue) => {
      const memories = (await madeOf(dialogue)).map(({ conversation, memory }, ordinal) => ({
        ...memory,
        memoryId: `memory${ordinal}`,
        conversationId: `c${conversation}`,
        ordinal,
        saidAtMs: conversation * 1_000_000 + memory.saidAtMs,
        recordedAtMs: conversation * 1_000_000,
        messageIds: memory.spans.map(({ messageId }) => messageId),
      }));
      const { entries } = userModelOf(memories, defaultDimensions);
      expect(entries.map(({ content }) => content).toSorted()).toEqual(dialogue.userModel?.toSorted());
    },
  );

  it('then most of its statements are found', async () => {
    let made = 0;
    let right = 0;
    let expected = 0;
    const missed: string[] = [];
    for (const dialogue of dialogues) {
      const memories = await madeOf(dialogue);
      made += memories.length;
      right += memories.filter((memory) => dialogue.memories.some((one) => isExpected(one, memory))).length;
      expected += dialogue.memories.length;
      for (const one of dialogue.memories) {
        if (!memories.some((memory) => isExpected(one, memory)))
          missed.push(`${dialogue.about}: ${one.content}`);
      }
    }
    const precision = right / made;
    const recall = (expected - missed.length) / expected;
    process.stdout.write(
      `Offline extractor on ${dialogues.length} dialogues of the ${table}: precision ${precision.toFixed(3)}, ` +
        `recall ${recall.toFixed(3)} (${expected} memories expected, ${made} made)\n` +
        missed.map((line) => `  missed: ${line}\n`).join(''),
    );
    expect(precision).toBe(1);
    expect(recall).toBeGreaterThanOrEqual(recallAtLeast);
  });
});
