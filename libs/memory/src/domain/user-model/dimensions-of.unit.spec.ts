import { defaultDimensions, type Dimension } from './dimension.js';
import { dimensionsOf } from './dimensions-of.js';

const tagsOf = (
  attribute: string | null,
  content: string,
  dimensions: readonly Dimension[] = defaultDimensions,
) => {
  const fact = attribute === null ? null : { attribute, item: 'x', value: 'y' };
  return dimensionsOf({ fact, content }, dimensions).map(({ tags }) => tags[0]);
};

describe('given an organization without its own dimensions', () => {
  it.each([
    ['name', 'identity'],
    ['home', 'identity'],
    ['family', 'family'],
    ['allergy', 'health'],
    ['medicine', 'health'],
    ['preference', 'preferences'],
    ['plan', 'plans'],
  ])('then the attribute %s falls only under %s', (attribute, tag) => {
    expect(tagsOf(attribute, 'Whatever it is.')).toEqual([tag]);
  });

  it('when a memory fits no attribute, then its own words decide', () => {
    expect(tagsOf(null, 'Has two close family members abroad.')).toEqual(['family']);
    expect(tagsOf(null, 'Fixes old radios.')).toEqual([]);
  });
});

describe('given dimensions of an organization', () => {
  const dimensions: readonly Dimension[] = [
    { description: 'Medical history', tags: ['medical'] },
    { description: 'Shoe sizes and colours', tags: ['shoes'] },
    { description: 'Food allergies and intolerances', tags: ['food'] },
  ];

  it('then a memory may have several, in their order', () => {
    expect(tagsOf('allergy', 'Is allergic to nuts.', dimensions)).toEqual(['medical', 'food']);
  });

  it('then an unknown attribute is matched by its own words', () => {
    expect(tagsOf('shoe size', 'Wears 43.', dimensions)).toEqual(['shoes']);
  });
});
