import { actionState, collectionState, decisionState, fieldOf, graphOf } from '../../test/graphs.js';
import { SteppedTurn } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { GraphState } from './context-graph.js';
import type { ChannelOverride } from './speech-rules.js';

const toEnd = { description: 'All is done', nextState: 'end' };

function override(changes: Partial<ChannelOverride>) {
  return { sms: { objective: null, actionGuidelines: [], progress: null, ...changes } };
}

function turnIn(states: readonly GraphState[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([...states, actionState('end')]);
  const currentState = states[0]?.name ?? null;
  return new SteppedTurn(
    turnInput(graph, { currentState, input: userSays('Hello'), channel: 'sms', ...changes }),
  );
}

function asked(turn: SteppedTurn): string {
  return turn.requests.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n');
}

describe('objective', () => {
  const channelOverrides = override({ objective: 'Be short' });
  const desk = actionState('desk', { exitConditions: [toEnd], channelOverrides });

  it('is what judgement and message of that channel pursue', () => {
    const turn = turnIn([desk]).begin([]);
    expect(turn.task('judge').state.objective).toBe('Be short');
    expect(turn.task('engage').state.objective).toBe('Be short');
    expect(asked(turn)).not.toContain('Objective of desk');
  });

  it('is the own one of the state on other channels, and where none is overridden', () => {
    for (const channel of ['web', null] as const)
      expect(turnIn([desk], { channel }).begin([]).task('engage').state.objective).toBe('Objective of desk');
    const unchanged = { ...desk, channelOverrides: override({}) };
    expect(turnIn([unchanged]).begin([]).task('engage').state.objective).toBe('Objective of desk');
  });

  it('is what a choice says of the state behind an exit', () => {
    const first = actionState('first', { exitConditions: [{ description: 'Go', nextState: 'desk' }] });
    const turn = turnIn([first, desk]).begin([]);
    expect(turn.task('judge').choices).toContainEqual(expect.objectContaining({ leadsTo: 'Be short' }));
  });

  it('is that of decisions and collections as well', () => {
    const exits = [toEnd, { description: 'Nothing is done', nextState: 'desk' }];
    const first = actionState('first', { exitConditions: [{ description: 'Go', nextState: 'fork' }] });
    const fork = decisionState('fork', exits, { channelOverrides });
    const turn = turnIn([first, fork, desk]).begin(['Go', 'All is done']);
    expect(turn.task('judge').state.objective).toBe('Be short');
    const days = collectionState('days', [fieldOf('day', 'date')], 'end', { channelOverrides });
    expect(turnIn([days]).begin([]).task('engage').state.objective).toBe('Be short');
  });
});

describe('action_guidelines', () => {
  const channelOverrides = override({ actionGuidelines: ['No lists'] });
  const desk = actionState('desk', { channelOverrides, actionGuidelines: ['Use lists'] });

  it('take the place of those of the state, behind those of the graph', () => {
    const graph = graphOf([desk, actionState('end')], { actionGuidelines: ['Smile'] });
    const input = userSays('Hello');
    const turn = new SteppedTurn(turnInput(graph, { currentState: 'desk', input, channel: 'sms' })).begin([]);
    expect(turn.task('engage').guidelines).toEqual(['Smile', 'No lists']);
    expect(asked(turn)).toContain('No lists');
  });

  it('are those of the state on other channels, and where there are none', () => {
    expect(turnIn([desk], { channel: 'voice' }).begin([]).task('engage').guidelines).toEqual(['Use lists']);
    const unchanged = { ...desk, channelOverrides: override({}) };
    expect(turnIn([unchanged]).begin([]).task('engage').guidelines).toEqual(['Use lists']);
  });
});
