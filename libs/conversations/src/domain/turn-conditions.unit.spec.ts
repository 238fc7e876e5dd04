import { complete, conditions, fold, greeted, history, say, start, when } from '../../test/histories.js';
import type { TurnConditions } from './turn-conditions.js';

const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
const under = (changes: Partial<TurnConditions>) => ({
  ...say('Hello'),
  conditions: { ...conditions, ...changes },
});
const { limits } = conditions;

describe('the conditions of turns', () => {
  it('given the same as before, when a turn begins, then it is not written again', () => {
    expect(types(when(greeted, under({})))).toEqual(['InteractionStarted']);
  });

  it.each<[string, Partial<TurnConditions>]>([
    ['engine', { engineVersion: 2 }],
    ['way of prompting', { promptVersion: 2 }],
    ['model', { model: 'other/model' }],
    ['setting of the model', { modelSettingsJson: '{"temperature":1}' }],
    ['number of messages that are worded ahead', { limits: { ...limits, maxMessagesAhead: 1 } }],
    ['number of states that are judged', { limits: { ...limits, maxJudgedEntries: 1 } }],
    ['length of summaries', { limits: { ...limits, maxSummaryCharacters: 1 } }],
    ['number of states', { limits: { ...limits, maxPassthroughStates: 1 } }],
    ['window', { limits: { ...limits, maxTranscriptCharacters: 1 } }],
    ['length of messages', { limits: { ...limits, maxMessageCharacters: 1 } }],
  ])('given another %s, when a turn begins, then it is written before it', (_what, changes) => {
    const events = when(greeted, under(changes));
    expect(types(events)).toEqual(['TurnConditionsRecorded', 'InteractionStarted']);
    expect(fold([...greeted, ...events])).toMatchObject({ conditions: { ...conditions, ...changes } });
  });

  it('then the window of the turn decides how much of the transcript is kept, not the window of this release', () => {
    const narrow = under({ limits: { ...limits, maxTranscriptCharacters: 24 } });
    const events = history(start(), complete('i1'), narrow, complete('i2', { message: 'Hello again.' }));
    expect(fold(events)).toMatchObject({ transcript: [{ type: 'agent-message', text: 'Hello again.' }] });
  });
});
