export type { RecordedEffect } from './effects-file.js';
export { readEffects } from './effects-file.js';
export type {
  HttpToolRequest,
  HttpToolServer,
  HttpToolServerOptions,
  Interception,
} from './http-tool-server.js';
export { startHttpToolServer } from './http-tool-server.js';
