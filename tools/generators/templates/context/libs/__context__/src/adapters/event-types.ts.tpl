import { {{Aggregate}}Created } from '@svc/contracts/{{context}}';
import { defineEventTypes } from '@svc/event-store';
import type { {{Aggregate}}Event } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

export type {{Context}}Event = {{Aggregate}}Event;

/** How the events of this context are stored: as the JSON of their messages in proto/svc/{{context}}/v1/events.proto. */
export const {{context}}EventTypes = defineEventTypes<{{Context}}Event>({
  {{Aggregate}}Created: { schemaVersion: 1, visibility: 'public', message: {{Aggregate}}Created },
});
