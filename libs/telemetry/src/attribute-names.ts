/**
 * Names of span attributes and log fields. Keys that can hold what a person said or is contain `.pii.`, and are dropped
 * by default before they leave the process. Standard names follow the OpenTelemetry semantic conventions.
 */
export const AttributeName = {
  /** The request id that the client saw. */
  requestId: 'svc.request.id',
  /** `org:<id>` or `ws:<uuid>`. */
  tenantId: 'svc.tenant.id',
  conversationId: 'svc.conversation.id',
  interactionId: 'svc.interaction.id',
  /** What the user said in this interaction. */
  userMessage: 'svc.pii.user_message',
  /** What the agent answered. */
  agentMessage: 'svc.pii.agent_message',
  modelName: 'gen_ai.request.model',
  httpMethod: 'http.request.method',
  /** The route's pattern, never the path. */
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  rpcMethod: 'rpc.method',
  errorCode: 'error.type',
} as const;
