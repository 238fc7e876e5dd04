export type { CloudEvent } from './cloud-event.js';
export { cloudEventOf, ForeignMessageError, publicEventFromCloudEvent } from './cloud-event.js';
export type {
  BatchHandling,
  EventBus,
  GroupOptions,
  Retry,
  Subscriber,
  Tail,
  TailOptions,
  TailStart,
} from './event-bus.js';
export type { OwnedLogs } from './postgres/postgres-event-bus.js';
export { PostgresEventBus } from './postgres/postgres-event-bus.js';
export type { PublicEvent, StreamRef } from './public-event.js';
export { maxPublicEventBytes, publicEventOf } from './public-event.js';
export { ShownVersions } from './tail/shown-versions.js';
