import { defaultRoles, hasPermission, permissionsOfRole } from '@svc/auth';
import { errorTable, wireCode, type ErrorCode } from '@svc/errors';
import type { Route } from '@svc/gateway';
import type { Bearer } from './bearer.js';

/** `error`: the code of the body, as the route's surface writes it; null for what succeeds. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly error: string | null;
}

type Verdict = ErrorCode | 'allowed';
type User = Extract<Bearer, { kind: 'user' }>;
type WorkspaceKey = Extract<Bearer, { kind: 'workspace key' }>;

/**
 * What the contracts say that somebody is answered by a route, about things of the organization or workspace in its path
 * that are somebody else's: as rules over what the route declares, so that no route goes without.
 */
export function expectedAnswer(route: Route, bearer: Bearer): ExpectedAnswer {
  const verdict = verdictOn(route, bearer);
  if (verdict === 'allowed') return { status: route.answer.status, error: null };
  const surface = route.surface === 'platform' ? 'platform' : 'classic';
  return { status: errorTable[verdict].httpStatus, error: wireCode(verdict, surface) };
}

function verdictOn(route: Route, bearer: Bearer): Verdict {
  // Where no credential is needed, one that is no good does no harm.
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

/** Keys are credentials of the Platform interface alone, in their own workspace, as far as their role holds what is needed. */
function verdictOnKey({ access: { workspace: need } }: Route, key: WorkspaceKey): Verdict {
  if (!need) return 'unauthenticated';
  if (need.of === 'users') return 'permission_denied';
  if (need.of === 'path' && key.workspace === 'other') return 'workspace_mismatch';
  if (need.permission === null || permissionsOfRole(key.role).includes(need.permission)) return 'allowed';
  return 'permission_denied';
}

/** People act in workspaces that they own, and, outside of any, by their role. */
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
  // The same for one that there is not.
  if (route.access.organization === 'known' && user.organization === 'other') return 'organization_not_found';
  if (!roleAllows(route, user)) return 'permission_denied';
  if (user.role !== 'DefaultUserRole') return 'allowed';
  // The weakest role holds everything for what is one's own alone. Lists show nothing else; what shows no list is refused;
  // and a conversation of which one may see nothing is answered for as if there was none.
  if (route.access.requires.length > 0) return isAboutSomething(route) ? 'permission_denied' : 'allowed';
  return route.path.includes(':conversation_id') ? 'not_found' : 'allowed';
}

/** Whether the role names all that the route requires, under whatever conditions. */
function roleAllows({ access }: Route, { role }: User): boolean {
  const grants = defaultRoles(true).find(({ name }) => name === role)?.grants ?? [];
  return access.requires.every((permission) => hasPermission(grants, permission));
}

function isAboutSomething({ path }: Route): boolean {
  return /:(?!org\b)/.test(path);
}
