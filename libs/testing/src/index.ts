export type { SchemaAgreement } from './schema-agreement/assert-schema-matches.js';
export { assertSchemaMatches } from './schema-agreement/assert-schema-matches.js';
export type { TestDatabase, TestDatabaseOptions } from './test-database.js';
export { createTestDatabase } from './test-database.js';
