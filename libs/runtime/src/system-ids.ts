import { randomUUID } from 'node:crypto';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import { createObjectId } from './object-id.js';
import { createSystemRandom, type RandomSource } from './random-source.js';
import { systemClock } from './system-clock.js';
import { createUuidV7Generator } from './uuid-v7.js';

export function createSystemIds(
  clock: Clock = systemClock,
  random: RandomSource = createSystemRandom(),
): IdGenerator {
  return {
    resourceId: (tenantId) =>
      organizationOf(tenantId) === null ? randomUUID() : createObjectId(clock, random),
    uuid: () => randomUUID(),
    eventId: createUuidV7Generator(clock, random),
  };
}

/** The only generator of this process: event ids rise only within one generator. */
export const systemIds: IdGenerator = createSystemIds();
