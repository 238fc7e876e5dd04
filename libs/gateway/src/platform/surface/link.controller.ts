import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forEverybody, type RouteInput, Serves } from '../../route/index.js';
import { SURFACES, type SurfacesClient } from '../../services.js';
import { toWireTime } from '../../wire/times.js';
import { FieldSave, LinkPath, OpenedSurface, SavedField, SubmittedSurface } from './surface-schemas.js';

/** In bytes: a text of 10,000 characters, each escaped. */
const valueBody = 64 * 1_024;

const byLink = { surface: 'platform', access: forEverybody(), isByLink: true } as const;
const ofLinks = ['not_found', 'invalid_link', 'already_submitted', 'link_expired'] as const;

const openSurface = defineRoute({
  ...byLink,
  operationId: 'open-surface-link',
  method: 'GET',
  path: '/v1/s/:token/spec',
  summary: 'Shows a form to whoever has its link, with the values saved so far. Also below `/s/`.',
  request: { params: LinkPath },
  answer: { status: 200, content: 'json', schema: OpenedSurface },
  errors: ofLinks,
  perMinute: 120,
});

const saveField = defineRoute({
  ...byLink,
  operationId: 'save-surface-field',
  method: 'PUT',
  path: '/v1/s/:token/fields/:key',
  summary: 'Saves the value of a field; null takes it away. Also below `/s/`.',
  request: { params: LinkPath, body: { media: 'json', schema: FieldSave, maxBytes: valueBody } },
  answer: { status: 200, content: 'json', schema: SavedField },
  errors: [...ofLinks, 'conflict'],
  perMinute: 300,
  example: { body: { value: 'Tuesday' } },
});

const submitSurface = defineRoute({
  ...byLink,
  operationId: 'submit-surface-link',
  method: 'POST',
  path: '/v1/s/:token/submit',
  summary:
    'Submits a form with the values that are saved. 422 names the required fields without one. Also below `/s/`.',
  request: { params: LinkPath },
  answer: { status: 200, content: 'json', schema: SubmittedSurface },
  errors: ofLinks,
  perMinute: 60,
});

/** For persons with a link to a form: its token is the only credential, and nothing of the workspace is told. */
@Controller()
export class LinkController {
  constructor(@Inject(SURFACES) private readonly surfaces: SurfacesClient) {}

  @Serves(openSurface)
  async open({ params: { token } }: RouteInput<typeof openSurface>) {
    const { surfaceId, entityId, status, specJson, savedJson } = await this.surfaces.openSurface({ token });
    return {
      ...{ surface_id: surfaceId, entity_id: entityId, status },
      spec: JSON.parse(specJson) as { title: string; fields: Record<string, unknown>[] },
      saved_values: JSON.parse(savedJson) as Record<string, unknown>,
    };
  }

  @Serves(saveField)
  async save({ params: { token, key }, body }: RouteInput<typeof saveField>) {
    await this.surfaces.saveField({ token, fieldKey: key, valueJson: JSON.stringify(body.value) });
    return { status: 'saved' } as const;
  }

  @Serves(submitSurface)
  async submit({ params: { token } }: RouteInput<typeof submitSurface>) {
    const { surfaceId, submittedAtMs } = await this.surfaces.submitSurface({ token });
    return {
      status: 'completed',
      surface_id: surfaceId,
      submitted_at: toWireTime(submittedAtMs),
    } as const;
  }
}
