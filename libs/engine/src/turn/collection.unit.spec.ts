import { actionState, collectionState, fieldOf, graphOf } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { placeOf, turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { CollectionState } from '../graph/context-graph.js';
import type { CollectionRecord } from '../input/carried.js';

const fields = [
  fieldOf('day', 'date'),
  fieldOf('name', 'text', { askPrompt: 'Ask for the full name' }),
  fieldOf('note', 'text', { isRequired: false }),
];

/** start → collect → end */
function graphWith(changes: Partial<CollectionState> = {}) {
  return graphOf(
    [
      actionState('start', { exitConditions: [{ description: 'go', nextState: 'collect' }] }),
      collectionState('collect', fields, 'end', changes),
      actionState('end'),
    ],
    { actionGuidelines: ['Be kind'] },
  );
}

function known(values: CollectionRecord['values'], turns: number): CollectionRecord {
  return { ...placeOf('collect'), values, turns, isComplete: false };
}

function turnThere(
  input: string,
  changes: TurnChanges = {},
  state: Partial<CollectionState> = {},
): SteppedTurn {
  const request = turnInput(graphWith(state), {
    currentState: 'collect',
    collection: known({}, 0),
    input: userSays('Well,'),
    ...changes,
  });
  return new SteppedTurn(request).begin([], [input]);
}

describe('given a collection state that the conversation is in', () => {
  it('when the user gives a value, then it is kept, and the next one is asked for', () => {
    const { result, requests } = turnThere('{"day":"2026-11-24"}');
    expect(requests.map(({ task }) => task.type)).toEqual(['arguments', 'engage']);
    expect(result).toMatchObject({
      place: placeOf('collect'),
      engagement: { state: 'collect', action: 'Ask for the full name', guidelines: ['Be kind'] },
      transitions: [],
      collections: [known({ day: '2026-11-24' }, 1)],
    });
  });

  it('when a model reads the values, then it knows the fields and what is known already', () => {
    const turn = turnThere('{}', { collection: known({ day: '2026-11-24' }, 1) });
    const { tool, known: values } = turn.task('arguments');
    expect(Object.keys(tool.inputSchema['properties'] ?? {})).toEqual(['day', 'name', 'note']);
    expect(values).toEqual({ day: '2026-11-24' });
  });

  it('when a value can not be right, then it is not kept, and asked for again with the reason', () => {
    const { result } = turnThere('{"day":"2026-02-30"}');
    expect(result.collections).toEqual([known({}, 1)]);
    expect(result.engagement.action).toBe('Ask for "The day" again: it must be a day of the calendar.');
  });

  it('when the last required value comes, then it ends at once and goes on', () => {
    const { result } = turnThere('{"name":"Bo"}', { collection: known({ day: '2026-11-24' }, 1) });
    expect(result.collections).toEqual([
      { ...known({ day: '2026-11-24', name: 'Bo' }, 2), isComplete: true },
    ]);
    expect(result.transitions).toMatchObject([
      { type: 'collection', previousState: 'collect', nextState: 'end', isComplete: true },
    ]);
    expect(result.place).toEqual(placeOf('end'));
  });

  it('when a value is corrected, then the new one counts', () => {
    const { result } = turnThere('{"day":"2026-11-25"}', { collection: known({ day: '2026-11-24' }, 1) });
    expect(result.collections).toEqual([known({ day: '2026-11-25' }, 2)]);
  });

  it('when its turns are used up, then it goes on with what it has', () => {
    const { result } = turnThere('{}', { collection: known({ day: '2026-11-24' }, 2) }, { maxTurns: 3 });
    expect(result.collections).toEqual([known({ day: '2026-11-24' }, 3)]);
    expect(result.transitions).toMatchObject([{ type: 'collection', nextState: 'end', isComplete: false }]);
  });

  it('when the model gives no JSON, then nothing is taken, and the turn counts', () => {
    expect(turnThere('Tuesday').result.collections).toEqual([known({}, 1)]);
  });

  it('when something happens and the user has said nothing, then no turn counts', () => {
    const input = { kind: 'external-event', text: 'It rains', externalEvents: [] } as const;
    expect(turnThere('{}', { input }).result.collections).toEqual([known({}, 0)]);
  });

  it('when the user says nothing, then no model reads it, and no turn counts', () => {
    const { result, requests } = turnThere('', { input: { kind: 'skip' } });
    expect(requests.map(({ task }) => task.type)).toEqual(['engage']);
    expect(result.collections).toEqual([known({}, 0)]);
  });
});

describe('given a collection state that a turn enters', () => {
  const entering = (input: string, changes: TurnChanges = {}) => {
    const request = turnInput(graphWith(), { currentState: 'start', input: userSays('Well,'), ...changes });
    return new SteppedTurn(request).begin(['go'], [input]).result;
  };

  it('when the user has said all of it already, then it is passed', () => {
    const { place, collections } = entering('{"day":"2026-11-24","name":"Bo","note":"soon"}');
    expect(place.state).toBe('end');
    expect(collections).toMatchObject([{ values: { note: 'soon' }, turns: 0, isComplete: true }]);
  });

  it('when they have not, then the first value is asked for, and their turns begin with the next', () => {
    const { place, collections, engagement } = entering('{}');
    expect([place.state, engagement.action]).toEqual(['collect', 'Ask for: The day']);
    expect(collections).toEqual([known({}, 0)]);
  });

  it('when an earlier visit has collected something, then it begins anew', () => {
    expect(entering('{}', { collection: known({ day: '2026-11-24' }, 4) }).collections).toEqual([
      known({}, 0),
    ]);
  });
});

it('a conversation may begin with a collection', () => {
  const graph = graphOf([collectionState('collect', fields, 'end'), actionState('end')]);
  const turn = new SteppedTurn(turnInput(graph)).begin([]);
  expect(turn.result).toMatchObject({ place: placeOf('collect'), collections: [known({}, 0)] });
  expect(turn.requests.map(({ task }) => task.type)).toEqual(['engage']);
});

it('a collection without required fields asks once', () => {
  const wanted = [fieldOf('note', 'text', { isRequired: false })];
  const graph = graphOf([collectionState('collect', wanted, 'end'), actionState('end')]);
  const asked = new SteppedTurn(turnInput(graph)).begin([]).result;
  expect(asked.place.state).toBe('collect');
  const answered = turnInput(graph, {
    ...{ currentState: 'collect', input: userSays('No.') },
    collection: asked.collections?.[0] ?? null,
  });
  expect(new SteppedTurn(answered).begin([], ['{}']).result.place.state).toBe('end');
});

it('a collection that a turn comes back to asks for what is missing', () => {
  const graph = graphOf([
    collectionState('one', [fieldOf('day', 'date'), fieldOf('name', 'text')], 'two', { maxTurns: 1 }),
    collectionState('two', [fieldOf('day', 'date')], 'one'),
    actionState('end'),
  ]);
  const request = turnInput(graph, { currentState: 'one', input: userSays('Today') });
  const day = '{"day":"2026-11-24"}';
  const { result } = new SteppedTurn(request).begin([], [day, day]);
  expect([result.place.state, result.engagement.action]).toEqual(['one', 'Ask for: The name']);
});

it('collections that lead to one another are each asked once in a turn', () => {
  const graph = graphOf([
    collectionState('one', [fieldOf('day', 'date')], 'two'),
    collectionState('two', [fieldOf('day', 'date')], 'one'),
    actionState('end'),
  ]);
  const request = turnInput(graph, { currentState: 'one', input: userSays('Today') });
  const day = '{"day":"2026-11-24"}';
  const { result } = new SteppedTurn(request).begin([], [day, day, day]);
  expect(result.place.state).toBe('one');
});

describe('surface_fallback', () => {
  const state = { surfaceFallback: true, surfaceFallbackAfterTurns: 2 };

  it('asks for a form with the fields of the collection after that many turns, once, with what is known filled in', () => {
    const asked = turnThere('{}', { collection: known({ day: '2026-11-24' }, 1) }, state);
    expect(asked.result.surfaces).toEqual([
      {
        purpose: 'fallback',
        state: 'collect',
        spec: {
          title: 'Objective of collect',
          fields: [
            { key: 'day', label: 'The day', field_type: 'date', required: true, prefill_value: '2026-11-24' },
            { key: 'name', label: 'The name', field_type: 'text', required: true },
            { key: 'note', label: 'The note', field_type: 'text', required: false },
          ],
        },
      },
    ]);
    expect(turnThere('{}', { collection: known({}, 0) }, state).result.surfaces).toBeUndefined();
    expect(turnThere('{}', { collection: known({}, 2) }, state).result.surfaces).toBeUndefined();
  });

  it('given what a form can not hold, then the form has what it can, and the field is one of text', () => {
    const long = '😀'.repeat(300);
    const fields = [
      { ...fieldOf('day', 'date'), label: long },
      { ...fieldOf('name', 'select'), options: ['Ada', long] },
      { ...fieldOf('note', 'multiselect'), options: [] },
    ];
    const collection = known({ note: ['one', 'two'] }, 1);
    const asked = turnThere('{}', { collection }, { ...state, fields, objective: ' ' });
    const cut = '😀'.repeat(256);
    expect(asked.result.surfaces?.[0]?.spec).toEqual({
      title: 'collect',
      fields: [
        { key: 'day', label: cut, field_type: 'date', required: true },
        { key: 'name', label: 'The name', field_type: 'text', required: true },
        {
          ...{ key: 'note', label: 'The note', field_type: 'text' },
          required: true,
          prefill_value: 'one, two',
        },
      ],
    });
    const longer = turnThere('{}', { collection }, { ...state, objective: `x${long}` });
    expect(longer.result.surfaces?.[0]?.spec).toMatchObject({ title: `x${'😀'.repeat(255)}` });
  });

  it('given it is due at once, then it comes with the first turn of the user, once', () => {
    const atOnce = { ...state, surfaceFallbackAfterTurns: 0 };
    expect(turnThere('{}', { collection: known({}, 0) }, atOnce).result.surfaces).toHaveLength(1);
    expect(turnThere('{}', { collection: known({}, 1) }, atOnce).result.surfaces).toBeUndefined();
  });

  it.each([
    ['it is off', { surfaceFallback: false }, '{}'],
    ['the collection is complete', {}, '{"day":"2026-11-24","name":"Ada"}'],
  ])('given %s, then it asks for none', (_what, changes, input) => {
    const turn = turnThere(input, { collection: known({}, 1) }, { ...state, ...changes });
    expect(turn.result.surfaces).toBeUndefined();
  });
});
