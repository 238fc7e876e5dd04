export type { AppendRequest, AppendResult, Snapshot } from './append/append-request.js';
export type { SqlFragment } from './append/sql-fragment.js';
export type {
  AggregateAppend,
  AggregateRepositoryOptions,
  AggregateStore,
  LoadedAggregate,
  SnapshotPolicy,
} from './aggregate/aggregate-repository.js';
export { AggregateRepository } from './aggregate/aggregate-repository.js';
export {
  ConcurrencyError,
  FencedError,
  maxPayloadBytes,
  PayloadTooLargeError,
  UnknownEventError,
  UnstorableTextError,
} from './errors.js';
export type { EventStoreOptions } from './event-store.js';
export { EventStore } from './event-store.js';
export { eventStoreMigrations } from './event-store-migrations.js';
export type { StreamAddress } from './events/event-serializer.js';
export type { EventType, EventTypes, Upcaster } from './events/event-types.js';
export { defineEventTypes } from './events/event-types.js';
export type { PayloadCodec, PayloadOwner } from './events/payload-codec.js';
export { plainPayloads } from './events/payload-codec.js';
export type { EventMetadata, LogPosition, RecordedEvent } from './events/recorded-event.js';
export type { LoadedStream } from './reading/load-stream.js';
export type { ReadStreamOptions } from './reading/read-stream.js';
export type { StreamHead } from './stream-head.js';
export { emptyStreamHead } from './stream-head.js';
