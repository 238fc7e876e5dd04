/**
 * Names of span attributes and log fields. Keys that can hold what a person said or is contain `.pii.`, and are dropped
 * by default before they leave the process. Standard names follow the OpenTelemetry semantic conventions.
 */
export const AttributeName = {
  /** The request id that the client saw. */
  requestId: 'svc.request.id',
  /** What the user said in this interaction. */
  userMessage: 'svc.pii.user_message',
  httpMethod: 'http.request.method',
  /** The route's pattern, never the path. */
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  rpcMethod: 'rpc.method',
  databaseSystem: 'db.system.name',
  /** The name of the statement, never its text or values. */
  databaseQuery: 'db.query.summary',
  /** What carries an event: `kafka`, or our own bus, whose adapters a consumer does not tell apart. */
  messagingSystem: 'messaging.system',
  /** `send` or `process`. */
  messagingOperation: 'messaging.operation.name',
  /** The same as one of the kinds that the conventions know. */
  messagingOperationType: 'messaging.operation.type',
  /** The topic, or the context whose events they are. */
  messagingDestination: 'messaging.destination.name',
  messagingPartition: 'messaging.destination.partition.id',
  messagingMessageId: 'messaging.message.id',
  messagingBatchCount: 'messaging.batch.message_count',
  /** `<context>.<consumer>` */
  messagingGroup: 'messaging.consumer.group.name',
  errorType: 'error.type',
} as const;
