export type { Database, Executor, QueryResult, Statement, Tx } from './database.js';
export type { DatabaseOptions, PooledDatabase } from './create-database.js';
export { createDatabase } from './create-database.js';
export type { SessionLimits } from './session-limits.js';
export { DatabaseUnavailableError, isUniqueViolation, sqlState } from './database-errors.js';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded/start-embedded-postgres.js';
export { startEmbeddedPostgres } from './embedded/start-embedded-postgres.js';
export type { MigrationOptions } from './migrations/run-migrations.js';
export { runMigrations } from './migrations/run-migrations.js';
