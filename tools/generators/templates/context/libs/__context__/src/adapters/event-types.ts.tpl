import { {{Aggregate}}Created } from '@svc/contracts/{{context}}';
import { defineEventTypes, eventType } from '@svc/event-store';
import type { {{Aggregate}}Event } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

/** Every event of this context. */
export type {{Context}}Event = {{Aggregate}}Event;
type DataOf<Type extends {{Context}}Event['type']> = Extract<{{Context}}Event, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/{{context}}/v1/events.proto). */
export const {{context}}EventTypes = defineEventTypes<{{Context}}Event>({
  {{Aggregate}}Created: eventType<DataOf<'{{Aggregate}}Created'>, {{Aggregate}}Created>({
    codec: {{Aggregate}}Created,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
});
