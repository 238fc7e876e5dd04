import { permissionDenied, type PermissionName, type TokenClaims } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import { DomainError, type ErrorCode } from '@svc/errors';
import { classifyFirstSegment, nothingAtThisPath } from '@svc/http';
import { isUuid, organizationTenant } from '@svc/kernel';
import type { FastifyRequest } from 'fastify';
import type { Access, AccessCache } from './access-cache.js';
import { readCredential, signInFirst, type Credential } from '../route/credential.js';
import type { RouteAccess, WorkspaceNeed } from '../route/route-access.js';
import type { VerifiedTokens } from './verified-tokens.js';
import {
  bringsWorkspaceKey,
  refuseKeys,
  type OnVerified,
  type WorkspaceAuthenticator,
} from './workspace-authenticator.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The caller, with the grants that the route asks for. Identity may deny all of them. Absent if nobody signed in.
     */
    caller?: Caller;
  }
}

/** Decides for each request, before its body is read, who sent it and whether they may use the route. */
export class Authenticator {
  constructor(
    private readonly tokens: VerifiedTokens,
    private readonly accesses: AccessCache,
    private readonly workspaces: WorkspaceAuthenticator,
    private readonly onVerified: OnVerified,
  ) {}

  /** Sets `request.caller`. @throws DomainError 401, 403 or 404. */
  admit(request: FastifyRequest): Promise<void> | void {
    const access = request.routeOptions.config.route?.access;
    if (!access)
      throw new DomainError('internal_error', 'Something went wrong on our side.', {
        privateDetail: `the route ${request.routeOptions.url} is not declared`,
      });
    const { org } = request.params as { org?: string };
    if (org !== undefined && access.organization === 'known' && classifyFirstSegment(org) !== 'organization')
      throw nothingAtThisPath();
    if (access.workspace) return this.#admitToPlatform(request, access, access.workspace);
    if (access.credential === 'none') return;
    if (access.credential === 'required') return this.#signIn(request, access);
    try {
      return this.#signIn(request, access)?.catch(passAsStranger);
    } catch (error) {
      passAsStranger(error);
    }
  }

  #admitToPlatform(request: FastifyRequest, access: RouteAccess, need: WorkspaceNeed): Promise<void> | void {
    const { workspace_id: workspaceId } = request.params as { workspace_id?: string };
    if (workspaceId !== undefined && !isUuid(workspaceId)) throw nothingAtThisPath();
    if (need.of === 'path' || need.of === 'key') return this.workspaces.admit(request, need);
    if (!bringsWorkspaceKey(request)) return this.#signIn(request, access);
    const admitted = this.workspaces.admit(request, need);
    return need.of === 'users' ? admitted.then(refuseKeys) : admitted;
  }

  #signIn(request: FastifyRequest, access: RouteAccess): Promise<void> | void {
    const credential = readCredential(request.headers.authorization);
    if (!credential) throw signInFirst();
    const claims = this.tokens.claimsOf(credential.token, () => request.place?.wait());
    if (claims instanceof Promise)
      return claims.then((verified) => this.#identify(request, access, credential, verified));
    return this.#identify(request, access, credential, claims);
  }

  #identify(
    request: FastifyRequest,
    access: RouteAccess,
    credential: Credential,
    claims: TokenClaims,
  ): Promise<void> | void {
    this.onVerified(request, claims);
    checkForm(access, credential, claims);
    const namesHome = checkHome(request.headers['x-org-id'], claims) || credential.claimedUser !== undefined;
    const orgId = organizationOf(request, access, claims);
    if (orgId !== claims.orgId && !namesHome) throw organizationNotFound();
    const known = this.accesses.get(claims, orgId);
    if (known instanceof Promise) return known.then((answer) => admitCaller(request, access, answer));
    admitCaller(request, access, known);
  }
}

/** Where a credential is optional, a rejected one does not fail the request. */
function passAsStranger(error: unknown): void {
  if (error instanceof DomainError && strangers.has(error.code)) return;
  throw error;
}

const strangers: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'token_expired',
  'organization_not_found',
]);

function admitCaller(request: FastifyRequest, route: RouteAccess, access: Access): void {
  if (!access.response.active)
    throw new DomainError(
      'unauthenticated',
      'The user or the API key behind this token is gone. Sign in again.',
    );
  const caller = callerFor(route, access);
  // Also if a permission is missing: the caller is known and is counted.
  request.caller = caller;
  const has = (permission: PermissionName) =>
    caller.grants.some(({ permissionName }) => permissionName === permission);
  if (route.orElse !== null && has(route.orElse)) return;
  for (const permission of route.requires) if (!has(permission)) throw permissionDenied(permission);
}

/** The Basic form also names its user; creating organizations takes Bearer only. */
function checkForm(access: RouteAccess, { claimedUser }: Credential, claims: TokenClaims): void {
  if (claimedUser === undefined) return;
  if (access.organization === 'new')
    throw new DomainError('unauthenticated', 'Creating an organization takes a Bearer token.');
  if (claimedUser !== `${claims.orgId}_${claims.userId}`)
    throw new DomainError(
      'unauthenticated',
      'The user named in the authorization header is not that of the token.',
    );
}

/**
 * Whether the header names the organization that issued the token. It must, if the path names another one. @throws
 * DomainError `unauthenticated` if it names a third one.
 */
function checkHome(header: string | readonly string[] | undefined, { orgId }: TokenClaims): boolean {
  if (header === undefined || header === orgId) return header !== undefined;
  throw new DomainError('unauthenticated', 'X-ORG-ID does not name the organization that issued the token.');
}

/** The organization that the caller acts in. To create an organization, users act in their own. */
function organizationOf(request: FastifyRequest, access: RouteAccess, claims: TokenClaims): string {
  const { org = claims.orgId } = request.params as { org?: string };
  return access.organization === 'known' ? org : claims.orgId;
}

/**
 * The token is of another organization, and no header says that its user enters this one as a member. Whether it exists
 * is not checked.
 */
export function organizationNotFound(): DomainError {
  return new DomainError(
    'organization_not_found',
    'There is no organization with this id here, or the token is not one of it. Sign in to the organization in the path, or, ' +
      'as its member, name the organization of the token in X-ORG-ID.',
  );
}

/** The caller as each route needs it, created once for each response of identity. */
const callers = new WeakMap<Access, Map<RouteAccess, Caller>>();

function callerFor(route: RouteAccess, access: Access): Caller {
  let byRoute = callers.get(access);
  if (!byRoute) callers.set(access, (byRoute = new Map<RouteAccess, Caller>()));
  let caller = byRoute.get(route);
  if (!caller) byRoute.set(route, (caller = makeCaller(route, access)));
  return caller;
}

function makeCaller(route: RouteAccess, { claims, orgId, response }: Access): Caller {
  const relevant: ReadonlySet<string | null> = new Set([...route.requires, route.orElse, ...route.asks]);
  return {
    tenantId: organizationTenant(orgId),
    orgId: claims.orgId,
    userId: claims.userId,
    responsibleUserId: response.responsibleUserId,
    withOwnKey: response.withOwnKey,
    roleId: response.roleId,
    roleName: response.roleName,
    displayName: response.displayName,
    grants: response.grants.filter(({ permissionName }) => relevant.has(permissionName)),
  };
}
