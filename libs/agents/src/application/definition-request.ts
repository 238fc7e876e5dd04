import { DomainError } from '@svc/errors';
import type { EventMetadata, TenantId } from '@svc/kernel';
import { requireOrganization, type RequestContext, type WorkspaceRequestContext } from '@svc/rpc';
import type { Author } from '../domain/author.js';
import { surfaceOf, type Surface } from '../domain/surface.js';
import type { DefinitionKind, KindName, KindOnSurface } from '../kinds/definition-kind.js';
import { kindOf } from '../kinds/kinds.js';
import { accessOfCredential, accessOfUser, fullAccess, type DefinitionAccess } from './definition-access.js';

/** Who asks what about definitions of which kind: first argument of every use case of definitions. */
export interface DefinitionRequest {
  readonly tenantId: TenantId;
  readonly surface: Surface;
  readonly kind: KindName;
  readonly declared: DefinitionKind;
  readonly rules: KindOnSurface;
  readonly access: DefinitionAccess;
  /** Whether results of tools may be ephemeral: of a workspace where platform authoring is on. */
  readonly allowsEphemeral: boolean;
  /** Recorded with changes. */
  readonly by: Author;
  readonly metadata: EventMetadata;
}

/** @throws DomainError `not_found` when the surface has no such kind; `permission_denied` for a user in a workspace */
export function definitionRequest(
  context: RequestContext | WorkspaceRequestContext,
  kindName: string,
): DefinitionRequest {
  const { tenantId, metadata } = context;
  const kind = kindOf(kindName);
  if (isOfWorkspace(context)) {
    const { orgId, userId, platformAuthoring: allowsEphemeral } = context.caller;
    const by = { orgId, userId: userId ?? '' };
    const access = accessOfCredential(context.caller, kind);
    return requestOf(tenantId, kind, { access, allowsEphemeral, by, metadata });
  }
  requireOrganization(context);
  const access = accessOfUser(context.caller, tenantId, kind);
  return requestOf(tenantId, kind, { access, allowsEphemeral: false, by: authorOf(context), metadata });
}

/** Of the installer, on either surface. */
export function installerRequest(context: RequestContext, kind: KindName): DefinitionRequest {
  const { tenantId, metadata } = context;
  return requestOf(tenantId, kindOf(kind), {
    ...{ access: fullAccess, allowsEphemeral: false },
    ...{ by: authorOf(context), metadata },
  });
}

function requestOf(
  tenantId: TenantId,
  declared: DefinitionKind,
  rest: Pick<DefinitionRequest, 'access' | 'allowsEphemeral' | 'by' | 'metadata'>,
): DefinitionRequest {
  const surface = surfaceOf(tenantId);
  const rules = declared[surface];
  if (rules === undefined) throw new DomainError('not_found', 'There is no definition of this kind.');
  return { tenantId, surface, kind: declared.kind, declared, rules, ...rest };
}

function isOfWorkspace(
  context: RequestContext | WorkspaceRequestContext,
): context is WorkspaceRequestContext {
  return 'permissions' in context.caller;
}

function authorOf({ caller: { orgId, userId } }: RequestContext): Author {
  return { orgId, userId };
}
