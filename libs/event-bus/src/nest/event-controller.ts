import { Controller, type Type } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants.js';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { boundMethodOf } from './event-methods.js';
import { ErrorFilter } from './error.filter.js';
import type { EventExtras } from './event-extras.js';

/** Nest binds a handler only to the strategy of the same transport; RPCs have another. */
export const eventTransport = Symbol('events');

export interface EventControllerOptions {
  /** Opens personal data in its events: the context then needs `SUBJECT_KEYS`, with keys from identity. */
  readonly readsPersonal?: boolean;
}

/**
 * A Nest controller that consumes public events of other contexts: its methods with `On`, `OnBatch`, `ReactTo` and
 * `OnResync`. Each controller is a separate consumer, with an inbox and a position on the bus.
 * @param consumer permanent name of both: another name begins with the first event again
 * @throws Error for an invalid name, and a class without a method that handles events
 */
export function EventController(consumer: string, { readsPersonal = false }: EventControllerOptions = {}) {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(consumer))
    throw new Error(`Name the consumer in lower-case letters, digits and hyphens: "${consumer}" is not.`);
  return (target: Type): void => {
    Controller()(target);
    letFailuresPass(target);
    const prototype = target.prototype as object;
    let takesEvents = false;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method = boundMethodOf(prototype, name);
      if (!method) continue;
      takesEvents ||= method.kind !== 'resync';
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      const extras: EventExtras = { event: { consumer, readsPersonal, controller: target, method } };
      // A failing handler of an event pattern resolves; that of a message pattern rejects.
      MessagePattern(`${consumer}.${name}`, eventTransport, extras)(prototype, name, descriptor);
      // A custom strategy's handlers get only the event unless the parameters are named.
      Payload()(prototype, name, 0);
      Ctx()(prototype, name, 1);
    }
    if (!takesEvents) throw new Error(`${target.name} has no method that takes events.`);
  };
}

/** Nest asks the filters of a class from the last one declared to the first. */
function letFailuresPass(target: Type): void {
  const own = (Reflect.getOwnMetadata(EXCEPTION_FILTERS_METADATA, target) ?? []) as unknown[];
  Reflect.defineMetadata(EXCEPTION_FILTERS_METADATA, [new ErrorFilter(), ...own], target);
}
