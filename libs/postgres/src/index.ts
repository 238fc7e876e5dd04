export type { Database, Executor, QueryResult, Statement, Tx } from './database.js';
export type { DatabaseOptions, PooledDatabase } from './create-database.js';
export { assertSuitableServer } from './assert-suitable-server.js';
export { createDatabase } from './create-database.js';
export type { DedicatedConnection, DedicatedConnectionOptions } from './dedicated-connection.js';
export type { SessionLimits } from './session-limits.js';
export type { Condition, PageQuery, Sort } from './page.js';
export { isEqual, isOneOf, isOneOfOrAny, page, boundedPageOf, pageOf } from './page.js';
export { hasTags, tagFilterOf, type TagFilter } from './tag-filter.js';
export {
  DatabaseUnavailableError,
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
  sqlState,
  TransactionConflictError,
} from './database-errors.js';
export { findRunningPostgres } from './embedded/find-running-postgres.js';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded/start-embedded-postgres.js';
export { startEmbeddedPostgres } from './embedded/start-embedded-postgres.js';
export { DiskFullError } from './embedded/disk-space.js';
export { assertSameRelease, OtherReleaseError } from './migrations/applied-migrations.js';
export type { MigrationOptions } from './migrations/migration-options.js';
export { runMigrations } from './migrations/run-migrations.js';
export type { SchemaOwner } from './roles/ensure-schema-owner.js';
export { ensureSchemaOwner } from './roles/ensure-schema-owner.js';
export { scramVerifier } from './roles/scram-verifier.js';
export { prismaAdapter } from './prisma-adapter.js';
export type { ScrubOptions, ScrubOutcome } from './scrub/scrub-database.js';
export { scrubDatabase } from './scrub/scrub-database.js';
export { timestamp } from './timestamp.js';
export { withDatabaseErrors } from './prisma-errors.js';
