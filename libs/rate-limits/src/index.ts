export { createMemoryStore } from './memory-store.js';
export type { PostgresStoreOptions } from './postgres-store.js';
export { createPostgresStore } from './postgres-store.js';
export type { CountedWindow, RateLimitStore } from './rate-limit-store.js';
export { windowSeconds } from './rate-limit-store.js';
