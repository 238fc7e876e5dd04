import { actionState, graphOf } from '../../test/graphs.js';
import { booking, lookUp, specOf, SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { GraphState } from './context-graph.js';

const tools = [booking, lookUp];

function turnIn(states: readonly GraphState[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([...states, actionState('end')]);
  const currentState = states[0]?.name ?? null;
  return new SteppedTurn(turnInput(graph, { currentState, input: userSays('Hello'), tools, ...changes }));
}

type Fields = Parameters<typeof actionState>[1];
const toEnd = { description: 'All is done', nextState: 'end' };
const atDesk = (fields: Fields, changes: TurnChanges = {}) =>
  turnIn([actionState('desk', { exitConditions: [toEnd], ...fields })], changes);

/** The last prompt for a task of this type. */
function promptOf(turn: SteppedTurn, type: 'judge' | 'engage'): string {
  const request = turn.requests.findLast(({ task }) => task.type === type);
  return request?.messages.at(-1)?.content ?? '';
}

describe('name', () => {
  it('is where the next turn begins', () => {
    expect(atDesk({}).begin([]).result.place.state).toBe('desk');
  });
});

describe('objective', () => {
  it('is what judgement and message pursue', () => {
    const turn = atDesk({ objective: 'Find the whale' }).begin([]);
    expect(promptOf(turn, 'judge')).toContain('Find the whale');
    expect(promptOf(turn, 'engage')).toContain('Find the whale');
  });
});

describe('actions', () => {
  it('are what the judgement chooses among, beside the exits', () => {
    const turn = atDesk({ actions: ['Ask', 'Tell'] }).begin(['Tell']);
    expect(turn.task('judge').choices.map(({ text }) => text)).toEqual(['All is done', 'Ask', 'Tell']);
  });
});

describe('description of an action', () => {
  it('is what the message has to do', () => {
    const turn = atDesk({ actions: ['Ask', 'Tell of the sea'] }).begin(['Tell of the sea']);
    expect(turn.task('engage').action).toBe('Tell of the sea');
    expect(promptOf(turn, 'engage')).toContain('Tell of the sea');
  });
});

describe('intra_state_navigation_guidelines', () => {
  it('guide the choice, and not the message', () => {
    const turn = atDesk({ navigationGuidelines: ['Rather stay'] }).begin([]);
    expect(promptOf(turn, 'judge')).toContain('Rather stay');
    expect(promptOf(turn, 'engage')).not.toContain('Rather stay');
  });
});

describe('action_guidelines', () => {
  it('guide the message, and not the choice', () => {
    const turn = atDesk({ actionGuidelines: ['Be brief'] }).begin([]);
    expect(promptOf(turn, 'engage')).toContain('Be brief');
    expect(promptOf(turn, 'judge')).not.toContain('Be brief');
  });
});

describe('boundary_constraints', () => {
  it('are limits of the message', () => {
    const turn = atDesk({ boundaryConstraints: ['Never sing'] }).begin([]);
    expect(turn.task('engage').boundaryConstraints).toEqual(['Never sing']);
    expect(promptOf(turn, 'engage')).toContain('Limits that this message must not cross');
    expect(promptOf(turn, 'engage')).toContain('Never sing');
  });
});

describe('exit_conditions', () => {
  it('lead out of the state when one of them is chosen, and only then', () => {
    expect(atDesk({}).begin(['All is done']).result.place.state).toBe('end');
    expect(atDesk({}).begin([]).result.transitions).toEqual([]);
  });
});

describe('description of an exit condition', () => {
  it('is what the judgement goes by', () => {
    const turn = atDesk({ exitConditions: [{ description: 'They yawn', nextState: 'end' }] }).begin([]);
    expect(promptOf(turn, 'judge')).toContain('They yawn');
  });
});

describe('next_state of an exit condition', () => {
  it('is where the turn goes on', () => {
    const exitConditions = [toEnd, { description: 'They ask', nextState: 'shelf' }];
    const states = [actionState('desk', { exitConditions }), actionState('shelf')];
    const turn = turnIn(states).begin(['They ask']);
    expect(turn.result.transitions).toMatchObject([{ previousState: 'desk', nextState: 'shelf' }]);
    expect(turn.task('engage').state.name).toBe('shelf');
  });
});

describe('action_tool_call_specs', () => {
  it('are tools for the message, also where no exit is judged', () => {
    const actionTools = [specOf(lookUp)];
    const turn = atDesk({ actionTools }, { input: { kind: 'greeting' }, place: null }).begin(['look']);
    expect(turn.calls).toMatchObject([{ name: 'look', purpose: 'engage' }]);
  });
});

describe('exit_condition_tool_call_specs', () => {
  it('are tools for judging the exits, and of no use where none is judged', () => {
    const exitTools = [specOf(lookUp)];
    expect(atDesk({ exitTools }).begin(['look']).calls).toMatchObject([
      { name: 'look', purpose: 'navigate' },
    ]);
    const greeting = atDesk({ exitTools }, { input: { kind: 'greeting' }, place: null });
    expect(greeting.begin([]).requests.map(({ task }) => task.type)).toEqual(['engage']);
  });
});

describe('preload', () => {
  it('is called when the state is entered, before any model, and not when a turn begins in it', () => {
    const preloads = [{ toolId: 'look', params: { of: '{entity_id}' } }];
    const states = [
      actionState('desk', { exitConditions: [{ description: 'Go', nextState: 'shelf' }] }),
      actionState('shelf', { preloads }),
    ];
    const turn = turnIn(states, { session: { entity_id: 'e1' } }).begin(['Go']);
    expect(turn.outline()).toEqual(['model judge', 'tool look']);
    expect(turn.calls).toMatchObject([{ input: { of: 'e1' }, purpose: 'preload' }]);
    expect(atDesk({ preloads }).begin([]).calls).toEqual([]);
  });
});
