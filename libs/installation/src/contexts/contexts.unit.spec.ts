import { expect, it } from '@jest/globals';
import { serviceConfig } from '@svc/service-host';
import { contexts } from './contexts.js';

it('lets only the other contexts read public events that they missed from each context', () => {
  const readers = serviceConfig.shape.SVC_EVENT_READERS.parse(undefined);
  expect([...readers].sort()).toEqual(contexts.map(({ name }) => name).sort());
});
