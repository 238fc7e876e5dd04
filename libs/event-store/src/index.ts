export type { AppendRequest, AppendResult, Snapshot } from './append/append-request.js';
export type { RowChange, SqlFragment, TableRow } from './tables/sql-fragment.js';
export { PersonalValue } from './events/personal-value.js';
export type { AggregateAppend, AggregateStore, LoadedAggregate } from './aggregate/aggregate-repository.js';
export type { Aggregate, AggregateChange } from './aggregate/aggregate.js';
export { defineAggregate } from './aggregate/aggregate.js';
export type { CommandHandlerOptions, HandledCommand } from './aggregate/command-handler.js';
export { CommandHandler } from './aggregate/command-handler.js';
export type { ChangeOptions, CommandTarget, Decide, Decision, Inquiry } from './aggregate/decision.js';
export type { SnapshotPolicy } from './aggregate/snapshot-policy.js';
export {
  ConcurrencyError,
  FencedError,
  maxPayloadBytes,
  PayloadTooLargeError,
  UnknownEventError,
  UnknownOutcomeError,
  UnstorableTextError,
} from './errors.js';
export type { Erasure, SubjectBlobs } from './erasure/erase-subject.js';
export {
  beginErasure,
  eraseSubject,
  eraseSubjectWithin,
  hasErased,
  incompleteErasures,
} from './erasure/erase-subject.js';
export { assertLogEpoch, beginLogEpoch } from './epoch/log-epoch.js';
export type { EventStoreOptions } from './event-store.js';
export { EventStore } from './event-store.js';
export { eventLogSettings, eventStoreMigrations } from './event-store-migrations.js';
export type { StreamAddress } from './events/stream-address.js';
export type { EventType, EventTypes, Upcaster } from './events/event-types.js';
export type { Complete } from './events/complete.js';
export type { StoredEventOptions } from './events/stored-event.js';
export { storedEvent } from './events/stored-event.js';
export { defineEventTypes } from './events/event-types.js';
export { parseJsonObject } from './events/storable-json.js';
export { openEventPart, personalKey, personalPart } from './sealing/sealed-payload.js';
export type { Vault } from './sealing/vault.js';
export type { LogPosition, RecordedEvent } from './events/recorded-event.js';
export { observeLogs } from './metrics/log-metrics.js';
export type { LoadedStream } from './reading/load-stream.js';
export { rebuildReadModels } from './projections/rebuild-read-models.js';
export type { RebuildOptions, RebuildOutcome, RebuildProgress } from './projections/rebuild-read-models.js';
export type { RebuiltAggregate } from './projections/rebuilt-stream.js';
export type { OutlinedEvent } from './reading/outline.js';
export type { ReadStreamOptions } from './reading/read-stream.js';
export type { HashedEvent } from './hash-chain.js';
export { linkHash } from './hash-chain.js';
export type { LogSignals } from './signals/log-signals.js';
export { LocalSignals } from './signals/log-signals.js';
export type { StreamHead } from './stream-head.js';
export { emptyStreamHead } from './stream-head.js';
export type { StartAt } from './subscription/checkpoint.js';
export type { ParkedEventAddress, ParkedStream, ParkedStreamAddress } from './subscription/parked-streams.js';
export { listParkedStreams, redriveParkedStream, skipParkedEvent } from './subscription/parked-streams.js';
export type { StoredLogOptions, TailFrom } from './stored-log.js';
export type { Stretch } from './reading/passed-over.js';
export { StoredLog } from './stored-log.js';
export type { Rewound } from './subscription/rewound.js';
export type { LogTail } from './subscription/log-tail.js';
export type { StoredEvent } from './subscription/stored-event.js';
export { Wakeup } from './subscription/wakeup.js';
export type { Subscription } from './subscription/subscription.js';
export type { Consequence, Handling, SubscriptionOptions } from './subscription/subscription-options.js';
export type { ChainViolation } from './verification/chain-violation.js';
export type { FoldedAggregate } from './verification/state-walk.js';
export type { Unjudged } from './verification/unjudged-streams.js';
export type { LogReport } from './verification/verify-log.js';
export type { ChainReport, VerificationOptions } from './verification/verify-streams.js';
export { column, instant, json, personal, unlisted } from './tables/column.js';
export type { Column, PersonalColumn, UnlistedColumn } from './tables/column.js';
export type { DeclaredTable, ListedRow, SealedRow } from './tables/define-table.js';
export { defineTable } from './tables/define-table.js';
export { openRows } from './tables/open-rows.js';
export type { RowOf, SealedRowOf } from './tables/row-types.js';
export type { PersonalPart, SealedColumn, Table, TableOwner } from './tables/table.js';
export type { WithoutNulls } from './tables/without-nulls.js';
export { withoutNulls } from './tables/without-nulls.js';
export { verifyStreams } from './verification/verify-streams.js';
