import { complete, conditions, fold, greeted, history, say, start } from '../../test/histories.js';
import { testGraph, testProfile } from '../../test/definitions.js';
import { compileGraph } from '@svc/definitions/classic';
import { promptVersion } from '@svc/engine';
import { turnContext } from '../turn/turn-input.js';
import type { TimedCommand } from '../../test/histories.js';
import { existing } from './conversation-decider.js';

const own = ['g1', 7] as const;
const other = ['g2', 1] as const;
const graph = compileGraph(testGraph);
const definition = { agent: testProfile, graph, graphs: [{ version: other, graph }] };

/** What the next turn begins with. */
function nextAfter(...commands: readonly TimedCommand[]) {
  return turnContext(existing(fold(history(start(), ...commands))), definition);
}

const asked = {
  ...{ state: 'talk', objective: 'Find out', action: 'Ask' },
  ...{ guidelines: [], boundaryConstraints: [] },
};
const inOther = { place: { graph: other, state: 'talk' }, returns: [{ graph: own, state: 'note' }] };

describe('given a turn that ended in another graph', () => {
  it('then the next one begins there, and knows where to come back to', () => {
    expect(nextAfter(complete('i1', inOther))).toMatchObject({
      ...inOther,
      graphVersion: own,
      graphs: definition.graphs,
    });
  });

  it('when a turn comes back, then the next one begins in the graph of the conversation', () => {
    const back = nextAfter(complete('i1', inOther), say('Back', 'i2'), complete('i2'));
    expect(back).toMatchObject({ place: { graph: own, state: 'talk' }, returns: [] });
  });

  it('then what was done in a state of the same name in the other graph counts no more', () => {
    const said = (id: string) =>
      ({ ...say('On', id), conditions: { ...conditions, promptVersion } }) as TimedCommand;
    const turns = [complete('i1'), said('i2'), complete('i2')];
    expect(nextAfter(...turns).tried).toEqual(['Ask']);
    const acted = { ...inOther, engagement: { ...asked, action: 'Point' } };
    expect(nextAfter(...turns, said('i3'), complete('i3', acted)).tried).toEqual(['Point']);
  });

  it('given that it is erased, then the history can still be read', () => {
    const events = history(start(), complete('i1', inOther), say('On', 'i2'), complete('i2', inOther));
    const erased = events.map((event) =>
      event.type === 'AgentMessageCompleted' ? { ...event, data: { ...event.data, visitJson: '' } } : event,
    );
    expect(fold(erased)).toMatchObject({ stage: 'open', completedInteractions: 2 });
  });

  it('when the turn after it is void, then it is still there', () => {
    const lost = {
      type: 'VoidInteraction',
      reason: 'failed',
      calls: [],
      facts: [],
      notes: [],
      atMs: 5,
    } as const;
    expect(nextAfter(complete('i1', inOther), say('Lost', 'i2'), lost)).toMatchObject(inOther);
  });
});

it('transitions name the graphs of other states, and nothing for their own', () => {
  const events = history(
    start(),
    complete('i1', {
      transitions: [
        {
          ...{ type: 'action', previousState: 'talk', nextState: 'talk', exitCondition: 'elsewhere' },
          ...{ previousGraphVersion: own, nextGraphVersion: other },
        },
      ],
    }),
  );
  expect(events.find(({ type }) => type === 'StateTransitioned')?.data).toMatchObject({
    ...{ stateType: 'action', previousGraphId: null, previousGraphVersion: null },
    ...{ nextGraphId: 'g2', nextGraphVersion: 1 },
  });
});

describe('given a turn in a collection state', () => {
  const collected = { graph: own, state: 'talk', values: { day: '2026-11-24' }, turns: 2 };

  it('then what it knows is in an event, and the next turn begins with it', () => {
    const events = history(start(), complete('i1', { collections: [{ ...collected, isComplete: false }] }));
    expect(events.find(({ type }) => type === 'FieldsCollected')?.data).toMatchObject({
      state: 'talk',
      valuesJson: '{"day":"2026-11-24"}',
      turns: 2,
      isComplete: false,
    });
    const { collection } = nextAfter(complete('i1', { collections: [{ ...collected, isComplete: false }] }));
    expect(collection).toEqual({ ...collected, isComplete: false });
  });

  it('when all is there, then the next turn begins with nothing', () => {
    const { collection } = nextAfter(complete('i1', { collections: [{ ...collected, isComplete: true }] }));
    expect(collection).toBeNull();
  });

  it('when no state collects anything, then there is no such event', () => {
    expect(greeted.map(({ type }) => type)).not.toContain('FieldsCollected');
  });
});
