import type { Timed } from '@svc/kernel';
import { {{aggregate}}Decider, type {{Aggregate}}Command, type {{Aggregate}}Event } from './{{aggregateKebab}}.js';

const atMs = 1_700_000_000_000;
const create{{Aggregate}} = (name = 'First'): {{Aggregate}}Command & Timed => ({
  type: 'Create{{Aggregate}}',
  {{aggregate}}Id: 'id1',
  name,
  atMs,
});
const decide = (past: readonly {{Aggregate}}Event[], when: {{Aggregate}}Command & Timed) =>
  {{aggregate}}Decider.decide(past.reduce({{aggregate}}Decider.evolve, {{aggregate}}Decider.initialState), when);

describe('creating {{anAggregate}}', () => {
  it('then it is recorded', () => {
    expect(decide([], create{{Aggregate}}())).toEqual([
      { type: '{{Aggregate}}Created', data: { {{aggregate}}Id: 'id1', name: 'First', createdAtMs: atMs } },
    ]);
  });

  it.each(['', ' ', 'a\u0000b', 'x'.repeat(257)])('when the name is %j, then it is refused', (name) => {
    expect(() => decide([], create{{Aggregate}}(name))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }) as Error,
    );
  });
});
