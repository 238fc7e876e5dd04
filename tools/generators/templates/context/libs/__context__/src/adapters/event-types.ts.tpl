import { {{Aggregate}}Created } from '@svc/contracts/{{context}}';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { {{Aggregate}}Event } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

/** Every event of this context. */
export type {{Context}}Event = {{Aggregate}}Event;

/** How the events of this context are stored (proto/svc/{{context}}/v1/events.proto). */
export const {{context}}EventTypes = defineEventTypes<{{Context}}Event>({
  {{Aggregate}}Created: storedEvent({ codec: {{Aggregate}}Created, visibility: 'public' }),
});
