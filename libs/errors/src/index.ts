export type { ErrorCode, ErrorRow } from './error-table.js';
export { errorTable, GrpcStatus, isErrorCode } from './error-table.js';
export type { DomainErrorOptions, FieldError } from './domain-error.js';
export { DomainError, toDomainError, validationError } from './domain-error.js';
export type { ErrorBody } from './error-body.js';
export { toErrorBody } from './error-body.js';
export { StartupError } from './startup-error.js';
export { FieldChecks } from './field-checks.js';
