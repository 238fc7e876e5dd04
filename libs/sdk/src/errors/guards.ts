import { AmigoError } from './amigo-error.js';
import { NetworkError, RequestTimeoutError } from './client-errors.js';
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './http-errors.js';

export const isAmigoError = (error: unknown): error is AmigoError => error instanceof AmigoError;
export const isNotFoundError = (error: unknown): error is NotFoundError => error instanceof NotFoundError;
export const isRateLimitError = (error: unknown): error is RateLimitError => error instanceof RateLimitError;
export const isAuthenticationError = (error: unknown): error is AuthenticationError =>
  error instanceof AuthenticationError;
export const isPermissionError = (error: unknown): error is PermissionError =>
  error instanceof PermissionError;
export const isConflictError = (error: unknown): error is ConflictError => error instanceof ConflictError;
export const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof ValidationError;
export const isServerError = (error: unknown): error is ServerError => error instanceof ServerError;
export const isNetworkError = (error: unknown): error is NetworkError => error instanceof NetworkError;
export const isRequestTimeoutError = (error: unknown): error is RequestTimeoutError =>
  error instanceof RequestTimeoutError;
