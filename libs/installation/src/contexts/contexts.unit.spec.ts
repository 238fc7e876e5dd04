import { expect, it } from '@jest/globals';
import { serviceConfig } from '@svc/service-host';
import { contexts } from './contexts.js';

it('lets each context read what it has missed of the public events of the others, and nobody else', () => {
  const readers = serviceConfig.shape.SVC_EVENT_READERS.parse(undefined);
  expect([...readers].sort()).toEqual(contexts.map(({ name }) => name).sort());
});
