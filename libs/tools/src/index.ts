export type { InputCheck } from './schema/input-schema.js';
export { compileInputSchema, inputBounds, schemaBounds } from './schema/input-schema.js';
export type { SchemaRefusal } from './schema/unrolled-schema.js';
