import { z } from 'zod';
import { answerOf, orNull, patchOf, text, updateOf } from './index.js';

const Body = z.object({
  name: text({ least: 1, most: 3 }),
  size: z.int().default(4),
  note: orNull(text({ most: 9 })),
});

describe('an update', () => {
  it('takes each key or none, null too, and fills in nothing', () => {
    const Update = updateOf(Body);
    expect(Update.parse({})).toEqual({});
    const change = { name: null, size: 2, note: 'a' };
    expect(Update.parse(change)).toEqual(change);
    expect(Update.safeParse({ name: 'four' }).success).toBe(false);
  });
});

describe('a patch', () => {
  it('takes null only where null is a value, and changes something', () => {
    const Patch = patchOf(Body);
    expect(Patch.parse({ note: null, size: 2 })).toEqual({ note: null, size: 2 });
    const refused = [{ name: null }, { size: null }, {}, { other: 1 }];
    expect(refused.map((patch) => Patch.safeParse(patch).success)).toEqual([false, false, false, false]);
  });
});

describe('an answer', () => {
  it('has every key and no other', () => {
    const Answer = answerOf(Body);
    const whole = Body.parse({ name: 'a' });
    expect(whole).toEqual({ name: 'a', size: 4, note: null });
    expect(Answer.parse(whole)).toEqual(whole);
    expect(Answer.safeParse({ name: 'a', size: 4 }).success).toBe(false);
    expect(Answer.safeParse({ ...whole, more: 1 }).success).toBe(false);
  });

  it('of a schema with the name of a request has the name of what is asked for', () => {
    const Named = Body.meta({ id: 'ThingRequest' });
    expect(z.globalRegistry.get(answerOf(Named))).toEqual({ id: 'Thing' });
  });

  it('is declared for what bodies have, and for nothing else', () => {
    expect(() => answerOf(z.date())).toThrow('the type date');
  });
});
