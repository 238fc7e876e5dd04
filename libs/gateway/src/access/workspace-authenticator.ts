import { looksLikeWorkspaceKey, workspacePermissionDenied, type TokenClaims } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { workspaceTenant } from '@svc/kernel';
import type { FastifyRequest } from 'fastify';
import type { WorkspaceNeed } from '../route/route-access.js';
import { readCredential, signInFirst } from '../route/credential.js';
import type { VerifiedTokens } from './verified-tokens.js';
import type { KnownWorkspaceAccess, WorkspaceAccessCache } from './workspace-access-cache.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The credential behind a request about a workspace. */
    workspaceCaller?: WorkspaceCaller;
  }
}

/** Called once the token of a request is found genuine, before identity is asked whether its user still may do anything. */
export type OnVerified = (request: Pick<FastifyRequest, 'place'>, claims: TokenClaims) => void;

/** A request about a workspace, or the opening of a socket. */
export type AskedWorkspace = Pick<FastifyRequest, 'headers' | 'params' | 'place' | 'workspaceCaller'>;

/**
 * Decides for each request about a workspace, before its body is read, who sent it and whether they may use the route.
 */
export class WorkspaceAuthenticator {
  constructor(
    private readonly tokens: VerifiedTokens,
    private readonly accesses: WorkspaceAccessCache,
    private readonly onVerified: OnVerified,
  ) {}

  /** Sets `request.workspaceCaller`. @throws DomainError 401 or 403. */
  async admit(request: AskedWorkspace, need: WorkspaceNeed): Promise<void> {
    const { workspace_id: inPath } = request.params as { workspace_id?: string };
    const access = await this.#accessOf(request, inPath?.toLowerCase());
    request.workspaceCaller = callerOf(access);
    const { permission, orElse } = need;
    if (permission === null || access.permissions.includes(permission)) return;
    if (orElse === undefined || !access.permissions.includes(orElse))
      throw workspacePermissionDenied(permission);
  }

  /** @param workspaceId undefined: the workspace of the key. */
  async #accessOf(request: AskedWorkspace, workspaceId: string | undefined): Promise<KnownWorkspaceAccess> {
    const token = tokenOf(request);
    const wait = (): void => request.place?.wait();
    if (!looksLikeWorkspaceKey(token)) {
      const verified = this.tokens.claimsOf(token, wait);
      const claims = verified instanceof Promise ? await verified : verified;
      this.onVerified(request, claims);
      if (workspaceId !== undefined) return this.accesses.ofUser(claims, workspaceId);
      // Outside of any workspace: this still checks that the token is valid.
      return Promise.resolve(this.accesses.ofUser(claims, '')).catch(tellsOfNoKey);
    }
    const access = await this.accesses.ofKey(token, wait);
    if (workspaceId !== undefined && access.workspaceId !== workspaceId) throw workspaceMismatch();
    return access;
  }
}

/** Whether the request has a workspace key. An unreadable credential counts as none. */
export function bringsWorkspaceKey(request: FastifyRequest): boolean {
  const { authorization = '' } = request.headers;
  return /^bearer +svcp_/i.test(authorization);
}

/** Only users may do it, not keys. @throws DomainError `permission_denied`. */
export function refuseKeys(): never {
  throw new DomainError(
    'permission_denied',
    'An API key of a workspace can not do this. Sign in as a user of the organization and send the id_token.',
  );
}

function tokenOf({ headers: { authorization } }: AskedWorkspace): string {
  const credential = readCredential(authorization);
  if (!credential) throw signInFirst();
  if (credential.claimedUser === undefined) return credential.token;
  throw new DomainError('unauthenticated', 'Workspaces take "authorization: Bearer <API key>".');
}

/** The same text whether the workspace exists or not: nobody has checked. */
function workspaceMismatch(): DomainError {
  return new DomainError('workspace_mismatch', 'This credential is not one of the workspace in the path.');
}

/** For a route without a workspace in its path. */
function tellsOfNoKey(rejection: unknown): never {
  if (!(rejection instanceof DomainError) || rejection.code !== 'workspace_mismatch') throw rejection;
  throw new DomainError(
    'workspace_mismatch',
    'An id_token is of no one workspace. Send an API key of a workspace.',
  );
}

/** Created once for each response of identity. */
const callers = new WeakMap<KnownWorkspaceAccess, WorkspaceCaller>();

function callerOf(access: KnownWorkspaceAccess): WorkspaceCaller {
  let caller = callers.get(access);
  if (!caller) {
    const { workspaceId, ...rest } = access;
    callers.set(access, (caller = { ...rest, tenantId: workspaceTenant(workspaceId) }));
  }
  return caller;
}
