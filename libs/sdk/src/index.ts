export { AmigoError, type AmigoErrorFields } from './errors/amigo-error.js';
export { ConfigurationError, NetworkError, ParseError, RequestTimeoutError } from './errors/client-errors.js';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  ValidationError,
} from './errors/http-errors.js';
export {
  isAmigoError,
  isAuthenticationError,
  isConflictError,
  isNetworkError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isRequestTimeoutError,
  isServerError,
  isValidationError,
} from './errors/guards.js';
export {
  isHttpException,
  isHttpValidationError,
  isUnparseableErrorBody,
  type FieldProblem,
  type HttpException,
  type HttpValidationError,
  type UnparseableErrorBody,
} from './errors/error-body.js';
export { parseRateLimitHeaders, type RateLimit } from './transport/rate-limit.js';
export type { ErrorContext, Hooks, RequestContext, ResponseContext } from './transport/hooks.js';
export type { RetryOptions } from './transport/retry.js';
export type { RequestOptions } from './transport/transport.js';
export { verifyWebhookSignature, type WebhookSignature } from './webhooks/verify-signature.js';
export { parseWebhookEvent, type ParseOptions, type WebhookEvent } from './webhooks/webhook-event.js';
export { WebhookVerificationError } from './webhooks/webhook-verification-error.js';
export { PlatformClient, type PlatformClientOptions } from './platform/platform-client.js';
export { ClassicClient, type ClassicClientOptions } from './classic/classic-client.js';
export type {
  ConversationCreationEvent,
  CreationOptions,
  InteractionEvent,
  InteractionOptions,
} from './classic/resources/conversations.js';
export type { Answer, LastResponse, ResponseMetadata } from './client/response-metadata.js';
export type { RawInput, RawResult } from './client/low-level.js';
export type { BodyOf, QueryOf, ResultOf, Route, Routes } from './client/routes.js';
export type { TokenSource } from './client/token-source.js';
export { paginate, type PageOfList, type PagePosition } from './client/paginate.js';
export { EventStream } from './streams/event-stream.js';
export type { TurnEvent, TurnStreamOptions } from './platform/turn-stream.js';
export {
  WorkspaceEventStream,
  type WorkspaceEvent,
  type WorkspaceEventStreamOptions,
} from './platform/workspace-event-stream.js';
export type { AuditEntry } from './platform/resources/audit.js';
export type { WorkspaceSubscription } from './platform/resources/events.js';
export {
  WorkspaceEventStreamError,
  type WorkspaceEventStreamErrorCode,
} from './platform/workspace-event-stream-error.js';
export { TextSession, type TextSessionOptions } from './platform/text-session.js';
export type { TextSessionEvent } from './platform/text-session-events.js';
export {
  createReconnectingWebSocket,
  ReconnectingWebSocket,
  type ReconnectingWebSocketOptions,
  type WebSocketState,
} from './sockets/reconnecting-web-socket.js';
export { ReconnectingWebSocketError } from './sockets/reconnecting-web-socket-error.js';
export type { ReconnectingWebSocketReason } from './sockets/close-codes.js';
export type { WebSocketFactory, WebSocketLike } from './sockets/web-socket.js';
export { MemoryDeduplicationStore, type Claim, type DeduplicationStore } from './webhooks/deduplication.js';
export { verifyAndDedupe, type DedupeOptions, type WebhookOutcome } from './webhooks/verify-and-dedupe.js';
export type { WebhookReceiverOptions } from './webhooks/receive-webhook.js';
export {
  expressWebhookHandler,
  fastifyWebhooks,
  fetchWebhookHandler,
  type FastifyLike,
  type NodeRequestLike,
  type NodeResponseLike,
} from './webhooks/handlers.js';
export { TokenManager, type TokenManagerOptions } from './tokens/token-manager.js';
export { MemoryTokenStorage, type StoredToken, type TokenStorage } from './tokens/token-storage.js';
export { signInWithApiKey, type ApiKeySignIn } from './classic/sign-in.js';
