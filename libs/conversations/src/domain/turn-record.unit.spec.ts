import type { RecordedFact } from '@svc/engine';
import { call, factsOfEachForm } from '../../test/model-calls.js';
import { turnRecordEvents } from './turn-record.js';

function factsIn(facts: readonly RecordedFact[]) {
  return turnRecordEvents('i1', { calls: [], facts }).flatMap((event) =>
    event.type === 'TurnFactsRecorded' ? [event.data.facts] : [],
  );
}

it('what came in a turn is one event, behind those of its calls', () => {
  const events = turnRecordEvents('i1', { calls: [call()], facts: factsOfEachForm });
  expect(events.map(({ type }) => type)).toEqual([
    'ModelCallRecorded',
    'ModelExchangesRecorded',
    'TurnFactsRecorded',
  ]);
  expect(events[2]).toEqual({
    type: 'TurnFactsRecorded',
    data: { interactionId: 'i1', facts: factsOfEachForm },
  });
});

it('where nothing came, nothing is recorded', () => {
  expect(turnRecordEvents('i1', { calls: [], facts: [] })).toEqual([]);
});

it('too much for an event is several, in their order', () => {
  const run: RecordedFact = {
    type: 'model-said',
    call: 0,
    afterMs: Array.from({ length: 2_000 }, () => 1_234),
  };
  const facts = Array.from({ length: 20 }, () => run);
  const events = factsIn(facts);
  expect(events.length).toBeGreaterThan(1);
  expect(events.flat()).toEqual(facts);
  for (const event of events) expect(JSON.stringify(event).length).toBeLessThan(64 * 1024 * 0.7);
});
