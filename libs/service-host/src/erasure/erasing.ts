import type { Provider, Type } from '@nestjs/common';
import type { AggregateStore } from '@svc/event-store';
import { ERASER, ERASING_CONTEXT, ERASURE_LOG, type Eraser } from './eraser.js';
import type { SubjectErasedEvent } from './erasure-aggregate.js';
import { SubjectErasure } from './subject-erasure.js';

export interface ErasingOptions {
  /** The context, and its Postgres schema. */
  readonly context: string;
  readonly eraser: Type<Eraser>;
  /** The context's event log, which has the type SubjectErased. */
  readonly log: Type<AggregateStore<SubjectErasedEvent>>;
}

/**
 * The providers by which a context erases deleted users and publishes it. It also needs `ErasureController` among its
 * controllers, `erasureAggregate` among its aggregates and `SubjectErasure` as `ContextDefinition.eraseSubject`.
 */
export function erasing({ context, eraser, log }: ErasingOptions): readonly Provider[] {
  return [
    eraser,
    SubjectErasure,
    { provide: ERASING_CONTEXT, useValue: context },
    { provide: ERASER, useExisting: eraser },
    { provide: ERASURE_LOG, useExisting: log },
  ];
}
