import { triedActions } from './tried-actions.js';

const graph = ['65f000000000000000000001', 1] as const;
const other = ['65f000000000000000000002', 1] as const;
const done = (state: string, action: string) => ({ state, graph, action });

describe('the actions tried in a state', () => {
  it('given none, when the agent has acted, then its action is listed', () => {
    expect(triedActions({ tried: null, state: null, graph }, done('desk', 'Ask'), 3)).toEqual(['Ask']);
  });

  it('given some, when the agent acts in the same state, then each is listed once, at its last position', () => {
    const before = { tried: ['Ask', 'Offer a seat'], state: 'desk', graph };
    expect(triedActions(before, done('desk', 'Ask'), 3)).toEqual(['Offer a seat', 'Ask']);
  });

  it('given some, when the agent acts in another state, then they are dropped', () => {
    expect(triedActions({ tried: ['Ask'], state: 'desk', graph }, done('shelf', 'Point'), 3)).toEqual([
      'Point',
    ]);
  });

  it('given some, when the agent acts in a state of the same name in another graph, then they are dropped', () => {
    const before = { tried: ['Ask'], state: 'desk', graph };
    expect(triedActions(before, { ...done('desk', 'Point'), graph: other }, 8)).toEqual(['Point']);
    expect(triedActions(before, { ...done('desk', 'Point'), graph: other }, 7)).toEqual(['Ask', 'Point']);
  });

  it('given many, then the latest ten are kept', () => {
    const tried = Array.from({ length: 10 }, (_, place) => `${place}`);
    expect(triedActions({ tried, state: 'desk', graph }, done('desk', 'Ask'), 3)).toEqual([
      ...tried.slice(1),
      'Ask',
    ]);
  });

  it('given prompts that do not show them, then none are kept', () => {
    expect(triedActions({ tried: null, state: 'desk', graph }, done('desk', 'Ask'), 2)).toBeNull();
  });
});
