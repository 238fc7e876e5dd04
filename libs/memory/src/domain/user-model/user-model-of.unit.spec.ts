import { home, insight, withoutRetracted } from '../../../test/source-memories.js';
import { defaultDimensions } from './dimension.js';
import { episodeOf, userModelBounds, userModelOf } from './user-model-of.js';

const allergy = (item: string, value = 'yes') => ({ attribute: 'allergy', item, value });

const berlin = insight({ memoryId: 'm1', conversationId: 'c1', saidAtMs: 1_000, ...home('Berlin') });
const munich = insight({ memoryId: 'm2', conversationId: 'c2', saidAtMs: 2_000, ...home('Munich') });

const modelOf = (...memories: Parameters<typeof userModelOf>[0]) => userModelOf(memories, defaultDimensions);

describe('given memories of one conversation', () => {
  it('when there are none, then nothing is known', () => {
    expect(modelOf()).toEqual({ entries: [] });
  });

  it('when they have different topics, then each is an entry with its memory', () => {
    const nuts = insight({ memoryId: 'm3', content: 'Is allergic to nuts.', fact: allergy('nuts') });
    const cats = insight({
      memoryId: 'm4',
      content: 'Is allergic to cats.',
      fact: allergy('cats'),
      ordinal: 1,
    });
    expect(
      modelOf(berlin, nuts, cats).entries.map(({ content, insightIds }) => [content, insightIds]),
    ).toEqual([
      ['Lives in Berlin.', ['m1']],
      ['Is allergic to nuts.', ['m3']],
      ['Is allergic to cats.', ['m4']],
    ]);
  });

  it('when one corrects another within the same message, then the later one holds', () => {
    const first = { ...berlin, memoryId: 'z', ordinal: 0 };
    const second = { ...berlin, ...home('Munich'), memoryId: 'a', ordinal: 1 };
    expect(modelOf(second, first).entries.map(({ content }) => content)).toEqual(['Lives in Munich.']);
  });

  it('then the episode has the statements of that conversation only', () => {
    expect(episodeOf('c1', [berlin, munich], defaultDimensions)).toMatchObject({
      conversationId: 'c1',
      entries: [{ content: 'Lives in Berlin.', history: [] }],
    });
  });
});

describe('given the same fact in two conversations', () => {
  const again = insight({ memoryId: 'm5', conversationId: 'c2', saidAtMs: 3_000, ...home('  BERLIN ') });

  it('then it is one entry, in the first wording, with both memories', () => {
    const { entries } = modelOf(berlin, again);
    expect(entries).toEqual([
      {
        key: 'home',
        content: 'Lives in Berlin.',
        insightIds: ['m1', 'm5'],
        firstSaidAtMs: 1_000,
        lastSaidAtMs: 3_000,
        recordedAtMs: 1_010,
        dimensions: [defaultDimensions[0]],
        history: [],
      },
    ]);
  });

  it('when a memory has no attribute, then the same words are the same memory', () => {
    const once = insight({ memoryId: 'a', content: 'Runs marathons.', saidAtMs: 1 });
    const twice = insight({ memoryId: 'b', content: 'runs  marathons', saidAtMs: 2 });
    const other = insight({ memoryId: 'c', content: 'Runs a shop.', saidAtMs: 3 });
    expect(modelOf(once, twice, other).entries.map(({ insightIds }) => insightIds)).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });
});

describe('given a fact that a second conversation contradicts', () => {
  it('then the later one holds, and the earlier one is kept with its times and memories', () => {
    expect(modelOf(berlin, munich).entries).toEqual([
      {
        key: 'home',
        content: 'Lives in Munich.',
        insightIds: ['m2'],
        firstSaidAtMs: 2_000,
        lastSaidAtMs: 2_000,
        recordedAtMs: 2_010,
        dimensions: [defaultDimensions[0]],
        history: [
          {
            content: 'Lives in Berlin.',
            insightIds: ['m1'],
            firstSaidAtMs: 1_000,
            lastSaidAtMs: 1_000,
            recordedAtMs: 1_010,
            supersededAtMs: 2_000,
          },
        ],
      },
    ]);
  });

  it('when the earlier conversation is recorded later, then what was said last still holds', () => {
    const late = { ...berlin, recordedAtMs: 9_000 };
    expect(modelOf(munich, late)).toMatchObject({
      entries: [
        { content: 'Lives in Munich.', history: [{ content: 'Lives in Berlin.', recordedAtMs: 9_000 }] },
      ],
    });
  });

  it('when a third returns to the first, then the history has both changes', () => {
    const back = insight({ memoryId: 'm6', conversationId: 'c3', saidAtMs: 3_000, ...home('Berlin') });
    const [entry] = modelOf(berlin, munich, back).entries;
    expect(entry).toMatchObject({ content: 'Lives in Berlin.', insightIds: ['m6'], firstSaidAtMs: 3_000 });
    expect(entry?.history.map(({ content, supersededAtMs }) => [content, supersededAtMs])).toEqual([
      ['Lives in Berlin.', 2_000],
      ['Lives in Munich.', 3_000],
    ]);
  });

  it('when an allergy is over, then its entry says so and no other entry changes', () => {
    const nuts = insight({
      memoryId: 'a',
      content: 'Is allergic to nuts.',
      fact: allergy('nuts'),
      saidAtMs: 1,
    });
    const cats = insight({
      memoryId: 'b',
      content: 'Is allergic to cats.',
      fact: allergy('cats'),
      saidAtMs: 2,
    });
    const over = insight({
      memoryId: 'c',
      content: 'Is no longer allergic to nuts.',
      fact: allergy('Nuts', 'no'),
      saidAtMs: 3,
    });
    expect(modelOf(nuts, cats, over).entries.map(({ content }) => content)).toEqual([
      'Is no longer allergic to nuts.',
      'Is allergic to cats.',
    ]);
  });

  it('when the second conversation is retracted, then the first holds again', () => {
    const left = withoutRetracted([berlin, munich], [{ type: 'conversation', conversationId: 'c2' }]);
    expect(userModelOf(left, defaultDimensions)).toEqual(modelOf(berlin));
  });
});

describe('given more memories than a user model holds', () => {
  it('then the latest entries stay, in their order', () => {
    const many = Array.from({ length: userModelBounds.entries + 2 }, (_, index) =>
      insight({ memoryId: `m${index}`, content: `Owns thing ${index}.`, saidAtMs: index }),
    );
    const { entries } = userModelOf(many, []);
    expect(entries).toHaveLength(userModelBounds.entries);
    expect(entries[0]?.content).toBe('Owns thing 2.');
    expect(entries.at(-1)?.content).toBe(`Owns thing ${many.length - 1}.`);
  });

  it('then an entry keeps its newest memories and the newest of its history', () => {
    const said = (count: number, value: (index: number) => string) =>
      userModelOf(
        Array.from({ length: count }, (_, index) =>
          insight({ memoryId: `m${index}`, saidAtMs: index, ...home(value(index)) }),
        ),
        [],
      ).entries[0];
    const repeated = said(userModelBounds.insightIds + 1, () => 'Berlin');
    expect(repeated?.insightIds[0]).toBe('m1');
    expect(repeated?.firstSaidAtMs).toBe(0);
    const moved = said(userModelBounds.history + 3, (index) => `city ${index}`);
    expect(moved?.history).toHaveLength(userModelBounds.history);
    expect(moved?.history[0]?.content).toBe('Lives in city 2.');
  });
});
