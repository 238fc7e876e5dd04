import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { SURFACES, type SurfacesClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { required } from '../../wire/required.js';
import { smallBody, textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromCreatedSurface, fromSurface, linkOf } from './surface-mapping.js';
import {
  ArchivedSurface,
  CreatedSurface,
  CreateSurface,
  DeliveredSurface,
  DeliverSurface,
  ListSurfaces,
  RejectSurface,
  ReviewedSurface,
  Surface,
  SurfacePage,
  SurfacePath,
} from './surface-schemas.js';

const path = '/v1/:workspace_id/surfaces';
const platform = { surface: 'platform' } as const;
const reading = { ...platform, method: 'GET', perMinute: readsPerMinute } as const;
const writing = { ...platform, method: 'POST', perMinute: writesPerMinute } as const;

const createSurface = defineRoute({
  ...writing,
  operationId: 'create-surface',
  path,
  summary:
    'Creates a form for an entity. The token opens it for whoever has it, and is told once. Uploads (photo, signature, file) are not served.',
  access: forWorkspace('Surface.create'),
  request: { params: WorkspacePath, body: { media: 'json', schema: CreateSurface, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: CreatedSurface },
  // The entity was erased.
  errors: ['not_found'],
  example: {
    body: {
      entity_id: '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01',
      title: 'Your visit',
      fields: [{ key: 'day', label: 'Day', field_type: 'text', prefill_value: 'Monday' }],
    },
  },
});

const listSurfaces = defineRoute({
  ...reading,
  operationId: 'list-surfaces',
  path,
  summary: 'Lists surfaces, the newest first, without their fields, context and values.',
  access: forWorkspace('Surface.view'),
  request: { params: WorkspacePath, query: ListSurfaces },
  answer: { status: 200, content: 'json', schema: SurfacePage },
  errors: [],
});

const getSurface = defineRoute({
  ...reading,
  operationId: 'get-surface',
  path: `${path}/:surface_id`,
  summary: 'Shows a surface, with what was submitted.',
  access: forWorkspace('Surface.view'),
  request: { params: SurfacePath },
  answer: { status: 200, content: 'json', schema: Surface },
  errors: ['not_found'],
});

const archiveSurface = defineRoute({
  ...writing,
  operationId: 'archive-surface',
  method: 'DELETE',
  path: `${path}/:surface_id`,
  summary: 'Archives a surface: its links open nothing more, and what was submitted is kept.',
  access: forWorkspace('Surface.delete'),
  request: { params: SurfacePath },
  answer: { status: 200, content: 'json', schema: ArchivedSurface },
  errors: ['not_found', 'conflict'],
});

const deliverSurface = defineRoute({
  ...writing,
  operationId: 'deliver-surface',
  path: `${path}/:surface_id/deliver`,
  summary:
    'Makes one more link to a surface, for you to bring to the person: only the channel web is served. One that waits for its review is not delivered.',
  access: forWorkspace('Surface.update'),
  request: { params: SurfacePath, body: { media: 'json', schema: DeliverSurface, maxBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: DeliveredSurface },
  errors: ['not_found', 'conflict'],
  example: { body: { channel_address: 'the chat of the website' } },
});

const approveSurface = defineRoute({
  ...writing,
  operationId: 'approve-surface',
  path: `${path}/:surface_id/approve`,
  summary: 'Approves a surface that waits for its review: from then on it can be delivered.',
  access: forWorkspace('ReviewQueue.review'),
  request: { params: SurfacePath },
  answer: { status: 200, content: 'json', schema: ReviewedSurface },
  errors: ['not_found', 'conflict'],
});

const rejectSurface = defineRoute({
  ...writing,
  operationId: 'reject-surface',
  path: `${path}/:surface_id/reject`,
  summary: 'Rejects a surface that waits for its review: it is archived.',
  access: forWorkspace('ReviewQueue.review'),
  request: { params: SurfacePath, body: { media: 'json', schema: RejectSurface, maxBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: ReviewedSurface },
  errors: ['not_found', 'conflict'],
  example: { body: { reason: 'It asks for too much.' } },
});

type OfSurface = Pick<RouteInput<typeof getSurface>, 'caller' | 'params'>;

@Controller()
export class SurfaceController {
  constructor(@Inject(SURFACES) private readonly surfaces: SurfacesClient) {}

  @Serves(createSurface)
  async create({ caller, body }: RouteInput<typeof createSurface>) {
    const { surface, token } = await this.surfaces.createSurface({ caller, bodyJson: JSON.stringify(body) });
    return fromCreatedSurface(required(surface), token);
  }

  @Serves(listSurfaces)
  async list({ caller, query }: RouteInput<typeof listSurfaces>) {
    const { entity_id: entityId, status, channel } = query;
    const asked = { caller, entityId, status, channel, page: toPage(query) };
    const { surfaces, page } = await this.surfaces.listSurfaces(asked);
    return { items: surfaces.map(fromSurface), ...fromPageInfo(page, query) };
  }

  @Serves(getSurface)
  async get(input: RouteInput<typeof getSurface>) {
    const { surface } = await this.surfaces.getSurface(surfaceOf(input));
    return fromSurface(required(surface));
  }

  @Serves(archiveSurface)
  async archive(input: RouteInput<typeof archiveSurface>) {
    await this.surfaces.archiveSurface(surfaceOf(input));
    return { surface_id: input.params.surface_id, status: 'archived' } as const;
  }

  @Serves(deliverSurface)
  async deliver(input: RouteInput<typeof deliverSurface>) {
    const { channel_address: channelAddress } = input.body;
    const { surface, token } = await this.surfaces.deliverSurface({ ...surfaceOf(input), channelAddress });
    const { surfaceId: surface_id, channel, deliveredAtMs } = required(surface);
    const isDelivered = token !== undefined && deliveredAtMs !== undefined;
    return {
      ...{ surface_id, channel, channel_address: channelAddress },
      status: isDelivered ? ('delivered' as const) : ('pending_review' as const),
      url: isDelivered ? linkOf(token) : null,
      delivered_at: isDelivered ? toWireTime(deliveredAtMs) : null,
      ...{ message_id: null, from_number: null, from_address: null, delivery_provider: null },
    };
  }

  @Serves(approveSurface)
  approve(input: RouteInput<typeof approveSurface>) {
    return this.#review(input, 'approved', undefined);
  }

  @Serves(rejectSurface)
  reject(input: RouteInput<typeof rejectSurface>) {
    return this.#review(input, 'rejected', input.body.reason ?? undefined);
  }

  async #review(input: OfSurface, decision: 'approved' | 'rejected', reason: string | undefined) {
    const { surface } = await this.surfaces.reviewSurface({ ...surfaceOf(input), decision, reason });
    return { surface_id: input.params.surface_id, status: required(surface).status, action: decision };
  }
}

function surfaceOf({ caller, params }: OfSurface) {
  return { caller, surfaceId: params.surface_id };
}
