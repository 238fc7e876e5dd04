import type { ErrorCode } from '@svc/errors';
import type { Route } from './route.js';

/**
 * Malformed URLs, texts that can't be stored, a head or body that is too slow, too many concurrent requests, and absent
 * services.
 */
const ofAll: readonly ErrorCode[] = [
  'rate_limited',
  'invalid_request',
  'validation_failed',
  'request_timeout',
  'service_unavailable',
];

/** Every error that a route can return, except `internal_error`, which is never expected. */
export function errorCodesOf(route: Route): ReadonlySet<ErrorCode> {
  return new Set([...ofAll, ...ofAccess(route), ...ofBody(route), ...ofPath(route), ...route.errors]);
}

function ofAccess({ access }: Route): readonly ErrorCode[] {
  if (access.credential !== 'required') return [];
  return [
    'unauthenticated',
    'token_expired',
    ...(access.requires.length > 0 || access.workspace ? (['permission_denied'] as const) : []),
    ...(access.organization === 'known' ? (['organization_not_found'] as const) : []),
    ...(access.workspace ? (['expired_api_key'] as const) : []),
    ...(access.workspace && access.workspace.of !== 'users' ? (['workspace_mismatch'] as const) : []),
  ];
}

function ofBody({ request: { body } }: Route): readonly ErrorCode[] {
  if (!body) return [];
  return body.media === 'form' ? ['payload_too_large', 'unsupported_audio'] : ['payload_too_large'];
}

/** A first segment that is no organization but a reserved word or a workspace; an id that no workspace can have. */
function ofPath({ path }: Route): readonly ErrorCode[] {
  return path.startsWith('/v1/:org') || path.includes('/:workspace_id') ? ['not_found'] : [];
}
