import { home, insight } from '../../../test/source-memories.js';
import { userModelOf } from '../user-model/user-model-of.js';
import { recallables, type RecallableMemory } from './recallable.js';

const memory = (memoryId: string, content: string, saidAtMs: number): RecallableMemory => ({
  memoryId,
  content,
  saidAtMs,
  context: 'At lunch.',
  confidence: 0.8,
});

describe('given a user model and its memories', () => {
  const berlin = insight({ memoryId: 'm1', saidAtMs: 1, ...home('Berlin') });
  const munich = insight({ memoryId: 'm2', saidAtMs: 2, ...home('Munich') });
  const again = insight({
    memoryId: 'm3',
    saidAtMs: 3,
    ...home('Munich'),
    content: 'Has moved to a flat in Munich.',
  });
  const model = userModelOf([berlin, munich, again], []);
  const memories = [
    memory('m1', 'Lives in Berlin.', 1),
    memory('m2', 'lives in Munich', 2),
    memory('m3', 'Has moved to a flat in Munich.', 3),
  ];

  it('then each current statement comes once, with the memories that add to it, and nothing superseded', () => {
    expect(recallables(model.entries, memories)).toEqual([
      { type: 'known', content: 'Lives in Munich.', context: '', saidAtMs: 3, confidence: 1 },
      {
        type: 'remembered',
        content: 'Has moved to a flat in Munich.',
        context: 'At lunch.',
        saidAtMs: 3,
        confidence: 0.8,
      },
    ]);
  });

  it('when the person is erased, then entries without words are left out', () => {
    const wordless = model.entries.map((entry) => ({ ...entry, content: '' }));
    expect(recallables(wordless, [memory('m9', '', 9)])).toEqual([]);
  });

  it('given a very large model, then its latest entries are read', () => {
    const entries = Array.from({ length: 600 }, (_, index) => ({
      ...model.entries[0]!,
      content: `Thing ${index}`,
      lastSaidAtMs: index,
    }));
    const contents = recallables(entries, []).map(({ content }) => content);
    expect(contents).toHaveLength(500);
    expect(contents).toContain('Thing 599');
    expect(contents).not.toContain('Thing 99');
  });
});
