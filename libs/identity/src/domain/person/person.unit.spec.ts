import { describe, expect, it } from '@jest/globals';
import { personDecider } from './person.js';

const erase = { type: 'ErasePerson', atMs: 1 } as const;

describe('a person of a workspace', () => {
  it('is erased once', () => {
    const events = personDecider.decide(personDecider.initialState, erase);
    expect(events).toEqual([{ type: 'PersonErased', data: {} }]);
    const erased = events.reduce(personDecider.evolve, personDecider.initialState);
    expect(personDecider.decide(erased, erase)).toEqual([]);
  });
});
