import { defaultRoles, hasPermission, permissionsOfRole, type PermissionName } from '@svc/auth';
import { errorTable, wireCode, type ErrorCode } from '@svc/errors';
import type { Route } from '@svc/gateway';
import type { Bearer } from './bearer.js';

/** `error`: the code in the body, as the route's surface writes it; null on success. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly error: string | null;
}

type Verdict = ErrorCode | 'allowed';
type User = Extract<Bearer, { kind: 'user' }>;
type WorkspaceKey = Extract<Bearer, { kind: 'workspace key' }>;

/**
 * The response that the contracts demand for a caller and a route, about objects of others in the path's organization
 * or workspace. The rules use only the route's declaration, so they cover every route.
 */
export function expectedAnswer(route: Route, bearer: Bearer): ExpectedAnswer {
  const verdict = verdictOn(route, bearer);
  // No conversation of these waits for anybody.
  if (verdict === 'allowed' && /\/surfaces\/:surface_id\/(approve|reject)$/.test(route.path))
    return answerOf(route, 'conflict');
  if (verdict === 'allowed' && route.path.includes('/approvals/')) return answerOf(route, 'not_found');
  if (verdict === 'allowed') return { status: route.answer.status, error: null };
  return answerOf(route, verdict);
}

function answerOf(route: Route, code: ErrorCode): ExpectedAnswer {
  const surface = route.surface === 'platform' ? 'platform' : 'classic';
  return { status: errorTable[code].httpStatus, error: wireCode(code, surface) };
}

function verdictOn(route: Route, bearer: Bearer): Verdict {
  // Where no credential is needed, an invalid one is ignored.
  if (route.access.credential !== 'required') return 'allowed';
  switch (bearer.kind) {
    case 'nobody':
      return 'unauthenticated';
    case 'expired token':
      return 'token_expired';
    case 'expired key':
      return route.access.workspace ? 'expired_api_key' : 'unauthenticated';
    case 'workspace key':
      return verdictOnKey(route, bearer);
    case 'user':
      return route.access.workspace ? verdictOnOwner(route, bearer) : verdictOnUser(route, bearer);
  }
}

/**
 * Keys are credentials only of the Platform interface, in their own workspace, as far as their role has the permission.
 */
function verdictOnKey({ access: { workspace: need } }: Route, key: WorkspaceKey): Verdict {
  if (!need) return 'unauthenticated';
  if (need.of === 'users') return 'permission_denied';
  if (need.of === 'path' && key.workspace === 'other') return 'workspace_mismatch';
  if (need.permission === null || permissionsOfRole(key.role).includes(need.permission)) return 'allowed';
  return 'permission_denied';
}

/** Users act in workspaces that they own, and outside of workspaces by their role. */
function verdictOnOwner(route: Route, user: User): Verdict {
  switch (route.access.workspace?.of) {
    case 'path':
      return user.ownsWorkspace ? 'allowed' : 'workspace_mismatch';
    case 'key':
      return 'workspace_mismatch';
    default:
      return roleAllows(route, user) ? 'allowed' : 'permission_denied';
  }
}

function verdictOnUser(route: Route, user: User): Verdict {
  // The same for one that does not exist.
  if (route.access.organization === 'known' && user.organization === 'other') return 'organization_not_found';
  if (!roleAllows(route, user)) return 'permission_denied';
  if (user.role !== 'DefaultUserRole') return 'allowed';
  // The weakest role has every permission, but only for its own objects. So lists show nothing else, other routes are
  // rejected, and a conversation that a caller may not see is unknown.
  if (route.access.requires.length > 0) return isAboutSomething(route) ? 'permission_denied' : 'allowed';
  return route.path.includes(':conversation_id') ? 'not_found' : 'allowed';
}

/** Whether the role has all permissions that the route requires, under any conditions. */
function roleAllows({ access }: Route, { role }: User): boolean {
  const grants = defaultRoles(true).find(({ name }) => name === role)?.grants ?? [];
  const has = (permission: PermissionName) => hasPermission(grants, permission);
  return access.requires.every(has) || (access.orElse !== null && has(access.orElse));
}

function isAboutSomething({ path }: Route): boolean {
  return /:(?!org\b)/.test(path);
}
