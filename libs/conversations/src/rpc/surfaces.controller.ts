import {
  type ArchiveSurfaceRequest,
  type ArchiveSurfaceResponse,
  type CreateSurfaceRequest,
  type CreateSurfaceResponse,
  type DeliverSurfaceRequest,
  type DeliverSurfaceResponse,
  type GetSurfaceRequest,
  type GetSurfaceResponse,
  type ListSurfacesRequest,
  type ListSurfacesResponse,
  type OpenSurfaceRequest,
  type OpenSurfaceResponse,
  type ReviewSurfaceRequest,
  type ReviewSurfaceResponse,
  type SaveFieldRequest,
  type SaveFieldResponse,
  type SubmitSurfaceRequest,
  type SubmitSurfaceResponse,
  SurfacesServiceService,
} from '@svc/contracts/conversations';
import { SurfaceBody, type SurfaceRequestBody } from '@svc/definitions/platform';
import { valuesOf } from '@svc/engine';
import { DomainError, FieldChecks, pageOf, requireResourceId } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { canonicalJson, requestMetadata } from '@svc/kernel';
import { workspaceRequestContextOf, type RpcCall, type WorkspaceRequestContext } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateSurface } from '../application/create-surface.js';
import { FillInSurface } from '../application/fill-in-surface.js';
import { ManageSurface } from '../application/manage-surface.js';
import { ReadSurfaces } from '../application/read-surfaces.js';
import { specOf } from '../domain/surface/surface.js';
import { toListed, toSurface } from './surface-mapping.js';

const surfacesPage = { minimum: 1, maximum: 100 };

/** SurfacesService (proto/svc/conversations/v1/surfaces_service.proto): maps, and calls the use cases. */
@RpcController(SurfacesServiceService)
export class SurfacesController {
  constructor(
    private readonly creating: CreateSurface,
    private readonly reading: ReadSurfaces,
    private readonly managing: ManageSurface,
    private readonly fillingIn: FillInSurface,
  ) {}

  async createSurface(
    { caller, bodyJson }: CreateSurfaceRequest,
    call: RpcCall,
  ): Promise<Complete<CreateSurfaceResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { surface, token } = await this.creating.execute(context, bodyOf(bodyJson));
    return { surface: toSurface(surface), token };
  }

  async getSurface(request: GetSurfaceRequest, call: RpcCall): Promise<Complete<GetSurfaceResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    return { surface: toSurface(await this.reading.get(context, surfaceIdOf(context, request))) };
  }

  async listSurfaces(
    { caller, page, ...asked }: ListSurfacesRequest,
    call: RpcCall,
  ): Promise<Complete<ListSurfacesResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { entityId = null, status = null, channel = null } = asked;
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, surfacesPage, checks);
    for (const [name, text] of Object.entries({ entity_id: entityId, status, channel }))
      checks.storable(['query', name], text ?? '');
    checks.verify();
    const requested = { entityId, status, channel, limit, offset };
    const { surfaces, hasMore } = await this.reading.list(context, requested);
    return {
      surfaces: surfaces.map(toListed),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async deliverSurface(
    request: DeliverSurfaceRequest,
    call: RpcCall,
  ): Promise<Complete<DeliverSurfaceResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const id = surfaceIdOf(context, request);
    const { surface, token } = await this.managing.deliver(context, id, request.channelAddress);
    return { surface: toSurface(surface), token: token ?? undefined };
  }

  async reviewSurface(
    request: ReviewSurfaceRequest,
    call: RpcCall,
  ): Promise<Complete<ReviewSurfaceResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { decision, reason = null } = request;
    if (decision !== 'approved' && decision !== 'rejected')
      throw new DomainError('invalid_request', 'The decision is "approved" or "rejected".');
    const review = { decision, reason } as const;
    return { surface: toSurface(await this.managing.review(context, surfaceIdOf(context, request), review)) };
  }

  async archiveSurface(
    request: ArchiveSurfaceRequest,
    call: RpcCall,
  ): Promise<Complete<ArchiveSurfaceResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    return { surface: toSurface(await this.managing.archive(context, surfaceIdOf(context, request))) };
  }

  async openSurface({ token }: OpenSurfaceRequest, call: RpcCall): Promise<Complete<OpenSurfaceResponse>> {
    const surface = await this.fillingIn.open(token, metadataOf(call));
    const spec = specOf(surface);
    const { surfaceId, entityId, status, specJson, saved } = surface;
    const savedJson = canonicalJson(spec === null ? {} : valuesOf(spec, saved));
    return { surfaceId, entityId, status, specJson, savedJson };
  }

  async saveField(
    { token, fieldKey, valueJson }: SaveFieldRequest,
    call: RpcCall,
  ): Promise<Complete<SaveFieldResponse>> {
    await this.fillingIn.save(token, metadataOf(call), fieldKey, jsonOf(valueJson));
    return {};
  }

  async submitSurface(
    { token }: SubmitSurfaceRequest,
    call: RpcCall,
  ): Promise<Complete<SubmitSurfaceResponse>> {
    const { surfaceId, submittedAtMs } = await this.fillingIn.submit(token, metadataOf(call));
    return { surfaceId, submittedAtMs: submittedAtMs ?? 0 };
  }
}

/** Of somebody with a link, whom nobody knows. */
function metadataOf(call: RpcCall) {
  return requestMetadata('surface_link', call);
}

function surfaceIdOf({ tenantId }: WorkspaceRequestContext, { surfaceId }: { readonly surfaceId: string }) {
  return requireResourceId(tenantId, 'surface', surfaceId);
}

/** @throws DomainError `validation_failed` */
function bodyOf(json: string): SurfaceRequestBody {
  const parsed = SurfaceBody.safeParse(jsonOf(json));
  if (parsed.success) return parsed.data;
  const checks = new FieldChecks();
  for (const { path, message } of parsed.error.issues)
    checks.refuse(
      ['body', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
      'value_error',
    );
  checks.verify();
  throw parsed.error;
}

/** @throws DomainError `invalid_request` */
function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new DomainError('invalid_request', 'This is no JSON.');
  }
}
