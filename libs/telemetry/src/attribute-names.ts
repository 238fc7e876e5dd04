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
  errorType: 'error.type',
} as const;
