/**
 * Names of span attributes and log fields. Keys that can hold personal data contain `.pii.`, and are dropped by default
 * before they leave the process. Standard names follow the OpenTelemetry semantic conventions.
 */
export const AttributeName = {
  /** The request id that the client saw. */
  requestId: 'svc.request.id',
  /** The user's text in this interaction. */
  userMessage: 'svc.pii.user_message',
  httpMethod: 'http.request.method',
  /** The route's pattern, never the path. */
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  rpcMethod: 'rpc.method',
  databaseSystem: 'db.system.name',
  /** The name of the statement, never its text or values. */
  databaseQuery: 'db.query.summary',
  /** What carries an event: `kafka`, or our own bus for all of its adapters, which look alike to a consumer. */
  messagingSystem: 'messaging.system',
  /** `send` or `process`. */
  messagingOperation: 'messaging.operation.name',
  /** The same, as one of the kinds in the conventions. */
  messagingOperationType: 'messaging.operation.type',
  /** The topic, or the context that owns the events. */
  messagingDestination: 'messaging.destination.name',
  messagingPartition: 'messaging.destination.partition.id',
  messagingMessageId: 'messaging.message.id',
  messagingBatchCount: 'messaging.batch.message_count',
  /** `<context>.<consumer>` */
  messagingGroup: 'messaging.consumer.group.name',
  genAiOperation: 'gen_ai.operation.name',
  genAiProvider: 'gen_ai.provider.name',
  genAiConversation: 'gen_ai.conversation.id',
  genAiOutputType: 'gen_ai.output.type',
  genAiRequestModel: 'gen_ai.request.model',
  genAiResponseModel: 'gen_ai.response.model',
  genAiFinishReasons: 'gen_ai.response.finish_reasons',
  genAiInputTokens: 'gen_ai.usage.input_tokens',
  genAiCachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  genAiOutputTokens: 'gen_ai.usage.output_tokens',
  /** Name of a model in the configuration. */
  modelName: 'svc.model.name',
  /** The call in the record of its turn. */
  modelCall: 'svc.model.call',
  modelAttempts: 'svc.model.attempts',
  /** US dollars. */
  modelCost: 'svc.model.cost',
  errorType: 'error.type',
} as const;
