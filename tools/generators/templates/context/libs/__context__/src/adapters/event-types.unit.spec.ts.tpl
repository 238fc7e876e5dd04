import { eventSamples } from '../../test/event-samples.js';
import { {{context}}EventTypes } from './event-types.js';

it.each(eventSamples)('$type comes back from storage as it was', ({ type, data }) => {
  const message = {{context}}EventTypes.byName.get(type)?.message;
  expect(message?.fromJSON(JSON.parse(JSON.stringify(message.toJSON(data))))).toEqual(data);
});
