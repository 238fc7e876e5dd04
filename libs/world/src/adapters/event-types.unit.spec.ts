import { eventSamples } from '../../test/event-samples.js';
import { worldEventTypes } from './event-types.js';

it.each(eventSamples)('$type comes back from storage as it was', ({ type, data }) => {
  const message = worldEventTypes.byName.get(type)?.message;
  expect(message?.fromJSON(JSON.parse(JSON.stringify(message.toJSON(data))))).toEqual(data);
});
