import type { Type } from '@nestjs/common';
import type { BoundMethod } from './event-methods.js';

/** Metadata of an EventController's method, for the strategy. */
export interface EventExtras {
  readonly event: {
    readonly consumer: string;
    readonly readsPersonal: boolean;
    readonly controller: Type;
    readonly method: BoundMethod;
  };
}

/** Whether Nest hands over a method of an EventController, rather than an RPC's. */
export function isEventMethod(extras: object | undefined): extras is EventExtras {
  return extras !== undefined && 'event' in extras;
}
