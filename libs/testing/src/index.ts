export type { LeftDatabase } from './left-database.js';
export { openLeftDatabase } from './left-database.js';
export type { OrdinaryUser } from './repository-copy.js';
export { becomeOrdinaryUser, copyRepository } from './repository-copy.js';
export type { SchemaAgreement } from './schema-agreement/assert-schema-matches.js';
export { assertSchemaMatches } from './schema-agreement/assert-schema-matches.js';
export type { TestDatabase, TestDatabaseOptions } from './test-database.js';
export { createTestDatabase } from './test-database.js';
