import { canonicalJson } from '@svc/kernel';
import { allSamplesOf } from '@svc/testing';
import { eventSamples } from '../../test/event-samples.js';
import { worldEventTypes } from './event-types.js';

it.each(eventSamples)('$type comes back from storage as it was', ({ type, data }) => {
  const message = worldEventTypes.byName.get(type)?.message;
  expect(message?.fromJSON(JSON.parse(JSON.stringify(message.toJSON(data))))).toEqual(data);
});

it('the samples hold each type', () => {
  expect(new Set(eventSamples.map(({ type }) => type))).toEqual(new Set(worldEventTypes.byName.keys()));
});

it('what is known of an entity never leaves the context', () => {
  const published = [...worldEventTypes.byName.values()].filter(({ visibility }) => visibility === 'public');
  expect(published.flatMap(({ personalFields }) => personalFields ?? [])).toEqual([]);
});

describe.each(allSamplesOf('world'))(
  '%s as others have been given it',
  (type, { schemaVersion, payload }) => {
    const { message, schemaVersion: current = 0 } = worldEventTypes.byName.get(type) ?? {};

    it('then it is published like this until its schema version changes', () => {
      expect(schemaVersion).toBeLessThanOrEqual(current);
      const again = canonicalJson(message?.toJSON(message.fromJSON(payload)));
      if (schemaVersion === current) expect(again).toBe(canonicalJson(payload));
    });
  },
);
