import { stem } from './stem.js';

describe('the stem of a word', () => {
  it.each([
    ['booked', 'booking'],
    ['book', 'books'],
    ['cities', 'city'],
    ['stopped', 'stop'],
    ['cancelled', 'cancel'],
    ['given', 'give'],
    ['teeth', 'tooth'],
    ['prices', 'cost'],
  ])('of "%s" is that of "%s"', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ['name', 'number'],
    ['date', 'data'],
    ['his', 'hi'],
  ])('of "%s" is not that of "%s"', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'is a text for "%s" too, which every object has as a key',
    (word) => {
      expect(typeof stem(word)).toBe('string');
    },
  );
});
