export type { TestDatabase, TestDatabaseOptions } from './test-database.js';
export { createTestDatabase } from './test-database.js';
