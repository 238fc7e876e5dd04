import { regionCodes } from '@svc/kernel';
import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forEverybody } from '../../route/route-access.js';

const Region = z.strictObject({ region: z.enum(regionCodes), base_url: z.string() });

export const listRegions = defineRoute({
  surface: 'platform',
  operationId: 'list-regions',
  method: 'GET',
  path: '/v1/platform/regions',
  summary:
    'Lists the regions and their base URLs: what is made in one is kept there, and is unknown to all others.',
  access: forEverybody(),
  request: {},
  answer: { status: 200, content: 'json', schema: z.strictObject({ regions: z.array(Region) }) },
  errors: [],
  perMinute: null,
});
