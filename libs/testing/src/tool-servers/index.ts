export type { Behaviour } from './behaviours.js';
export type { RecordedEffect } from './effects-file.js';
export { readEffects } from './effects-file.js';
export type {
  HttpToolRequest,
  HttpToolServer,
  HttpToolServerOptions,
  Interception,
} from './http-tool-server.js';
export { startHttpToolServer } from './http-tool-server.js';
export type { McpToolServer, McpToolServerOptions } from './mcp-tool-server.js';
export { startMcpToolServer } from './mcp-tool-server.js';
export type { ToolServerProcess } from './tool-server-process.js';
export { startToolServerProcess } from './tool-server-process.js';
