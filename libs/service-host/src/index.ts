export type { ContextDefinition, ContextParts, ProviderToken } from './context-definition.js';
export { ContextLifecycle } from './context-lifecycle.js';
export { ContextPart } from './context-part.js';
export type { Eraser, ErasureRequest } from './erasure/eraser.js';
export type { ErasingOptions } from './erasure/erasing.js';
export { erasing } from './erasure/erasing.js';
export { erasureAggregate } from './erasure/erasure-aggregate.js';
export type { ConfirmErasure, ErasureState, SubjectErasedEvent } from './erasure/erasure-aggregate.js';
export { ErasureController } from './erasure/erasure.controller.js';
export { SubjectErasure } from './erasure/subject-erasure.js';
export { assertMasterKey } from './master-key/assert-master-key.js';
export type { KafkaAccess } from './kafka-access.js';
export { kafkaAccessOf } from './kafka-access.js';
export { masterKeyMigrations } from './master-key/master-key-migrations.js';
export type { RewrapOptions } from './master-key/rewrap-secrets.js';
export { rewrapSecrets } from './master-key/rewrap-secrets.js';
export type { WrappedSecrets } from './master-key/wrapped-secrets.js';
export type { EventTails, EventTailsOptions } from './event-tails.js';
export { openEventTails } from './event-tails.js';
export type { OpenContext } from './open-context.js';
export { openContext } from './open-context.js';
export { InstallersGuard } from './installers.guard.js';
export type { Permission } from './permitted-peers.js';
export { requirePermitted } from './permitted-peers.js';
export type { Platform } from './platform.module.js';
export {
  CLOCK,
  DATABASE,
  EVENT_READERS,
  IDS,
  LOGGER,
  METRICS,
  INSTALLERS,
  PlatformModule,
  SIGNALS,
} from './platform.module.js';
export type { StartingProcess } from './run-process.js';
export { runProcess } from './run-process.js';
export type { ServiceOptions } from './run-service.js';
export { runService } from './run-service.js';
export type { ServiceConfig } from './service-config.js';
export {
  masterKeyHex,
  processConfig,
  eventLogConfig,
  kafkaConfig,
  rpcServerConfig,
  rpcTlsConfig,
  serviceConfig,
} from './service-config.js';
export { readRpcTls } from './rpc-tls-files.js';
export type { ContextOptions, RunningContext } from './start-context.js';
export { startContext } from './start-context.js';
export type { SubjectKeysOptions } from './subject-keys/subject-keys.module.js';
export { SUBJECT_KEYS, SubjectKeysModule } from './subject-keys/subject-keys.module.js';
export { subjectKeyFromProto } from './subject-keys/data-key-source.js';
export { startedMessage } from './supervisor.js';
