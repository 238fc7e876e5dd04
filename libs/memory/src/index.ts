export { createMemoryExtractor } from './extraction/create-memory-extractor.js';
export type { MemoryExtractor } from './extraction/memory-extractor.js';
export { memoryContext } from './memory-context.js';
export type { MemoryOptions } from './memory.module.js';
export { MemoryModule } from './memory.module.js';
export { defaultRecallers } from './rpc/recallers.guard.js';
