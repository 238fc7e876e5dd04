import { compileGraph } from '@svc/definitions/classic';
import type { Recollection } from '@svc/engine';
import { testGraph, testProfile } from '../../test/definitions.js';
import { identity } from '../../test/histories.js';
import { activeMemoryEvents } from './active-memory.js';

const asking = {
  ...testGraph,
  states: testGraph.states.map((state) =>
    state.name === 'talk' ? { ...state, skip_active_memory_retrieval: false } : state,
  ),
};
const definition = { agent: testProfile, graph: compileGraph(asking) };
const begun = (currentState: string) => ({ identity, currentState, visit: null });
const said = { kind: 'user-message', messageId: 'm1', text: 'My dog', externalEvents: [] } as const;
const known = ['Has a dog.', 'Lives in Berlin.'].map((content): Recollection => ({
  type: 'remembered',
  content,
  context: '',
  saidAtMs: 1,
}));

it('given a message and what memory knows, then the query and the response are told', () => {
  expect(activeMemoryEvents(definition, begun('talk'), said, known)).toEqual([
    {
      type: 'current-agent-action',
      action: { type: 'check-if-active-memory-needed-completed', queries: ['My dog'] },
    },
    {
      type: 'current-agent-action',
      action: {
        type: 'extract-active-memories-completed',
        queries_and_responses: [['My dog', 'Has a dog.\nLives in Berlin.']],
      },
    },
  ]);
});

it('given a state that does without, then nothing is told', () => {
  expect(activeMemoryEvents(definition, begun('recommend'), said, known)).toEqual([]);
});

it('given that memory was not asked, or nothing was said, then nothing is told', () => {
  expect(activeMemoryEvents(definition, begun('talk'), said, undefined)).toEqual([]);
  expect(activeMemoryEvents(definition, begun('talk'), { kind: 'skip' }, known)).toEqual([]);
});
