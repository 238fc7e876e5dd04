export { AccessTokens } from './authorization/access-tokens.js';
export type { Authorization, ClientCredentials } from './tool/authorization.js';
export type { BuiltInFunction } from './built-in/built-in-kind.js';
export { BuiltInKind } from './built-in/built-in-kind.js';
export type { HttpKindOptions } from './http/http-kind.js';
export { HttpKind } from './http/http-kind.js';
export type { HttpMethod, HttpTool } from './tool/http-tool.js';
export { hasEffects, httpMethods } from './tool/http-tool.js';
export { isReservedHeader } from './http/request-headers.js';
export type { ListedTool, ToolList } from './mcp/listed-tools.js';
export type { McpKindOptions } from './mcp/mcp-kind.js';
export { McpKind, McpListError } from './mcp/mcp-kind.js';
export type { McpServer, McpTool } from './tool/mcp-tool.js';
export type { BuiltInTool, Tool } from './tool/tool.js';
export type { ToolTraits } from './tool/tool-traits.js';
export type {
  CallValues,
  ToolCall,
  ToolExchange,
  ToolFailureClass,
  ToolOutcome,
} from './runner/tool-call.js';
export type { CheckedCall, KindOutcome, ToolKind, ToolKinds } from './runner/tool-kind.js';
export { integrationToolId, modelToolName, readIntegrationToolId } from './runner/tool-name.js';
export type { ToolRunnerOptions } from './runner/tool-runner.js';
export { ToolRunner } from './runner/tool-runner.js';
export type { InputCheck } from './schema/input-schema.js';
export {
  compileInputSchema,
  inputBounds,
  refusalOfInputSchema,
  schemaBounds,
} from './schema/input-schema.js';
export type { SchemaRefusal } from './schema/unrolled-schema.js';
