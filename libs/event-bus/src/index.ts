export type { CloudEvent } from './cloud-event.js';
export { cloudEventOf, ForeignMessageError, publicEventFromCloudEvent } from './cloud-event.js';
export type { ConsumerOptions } from './consumer/consumer.js';
export { Consumer } from './consumer/consumer.js';
export type {
  BatchEffectHandler,
  EffectHandler,
  EffectHandling,
  EventContract,
  EventHandler,
  ForgetStream,
  ReactionHandler,
  ReactionHandling,
} from './consumer/event-handlers.js';
export type { PersonalPart, ReceivedEvent } from './consumer/received-event.js';
export { isEventOf } from './consumer/is-event-of.js';
export { causedBy } from './consumer/received-event.js';
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
export { eventBusMigrations } from './event-bus-migrations.js';
export type { ParkedKind } from './inbox/parked-table.js';
export { observeInboxes } from './installer/observe-inboxes.js';
export type {
  InboxStreamAddress,
  InboxStreamsAddress,
  ParkedInboxStream,
} from './installer/parked-inbox-streams.js';
export {
  listParkedInboxStreams,
  redriveInboxStream,
  resyncInboxStream,
  resyncInboxStreams,
  skipInboxEvent,
} from './installer/parked-inbox-streams.js';
export type { OwnedLogs } from './postgres/postgres-event-bus.js';
export { PostgresEventBus } from './postgres/postgres-event-bus.js';
export type { PublicEvent, StreamRef } from './public-event.js';
export { publicEventOf } from './public-event.js';
export type { BackgroundTailOptions } from './tail/background-tail.js';
export { BackgroundTail } from './tail/background-tail.js';
export { DeliveredVersions } from './tail/delivered-versions.js';
