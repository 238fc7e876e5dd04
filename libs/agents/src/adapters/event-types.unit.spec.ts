import { canonicalJson } from '@svc/kernel';
import { allSamplesOf } from '@svc/testing';
import { eventSamples } from '../../test/event-samples.js';
import { agentsEventTypes } from './event-types.js';

it.each(eventSamples)('$type comes back from storage as it was', ({ type, data }) => {
  const message = agentsEventTypes.byName.get(type)?.message;
  expect(message?.fromJSON(JSON.parse(JSON.stringify(message.toJSON(data))))).toEqual(data);
});

describe.each(allSamplesOf('agents'))('%s as it was published', (type, { schemaVersion, payload }) => {
  const { message, schemaVersion: current = 0 } = agentsEventTypes.byName.get(type) ?? {};

  it('then it is published in this form until its schema version changes', () => {
    expect(schemaVersion).toBeLessThanOrEqual(current);
    const again = canonicalJson(message?.toJSON(message.fromJSON(payload)));
    if (schemaVersion === current) expect(again).toBe(canonicalJson(payload));
  });
});
