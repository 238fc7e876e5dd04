import { Controller, Header, Inject } from '@nestjs/common';
import { regionCodes } from '@svc/kernel';
import { z } from 'zod';
import { defineRoute, forEverybody, Serves } from '../../route/index.js';
import { named, withFacts } from '../../wire/documented.js';
import { REGIONS, type Region } from './region-table.js';

const Region = named(
  'Region',
  z.strictObject({ region: z.enum(regionCodes), base_url: withFacts(z.string(), { format: 'uri' }) }),
);
const RegionList = named('RegionList', z.strictObject({ regions: z.array(Region) }));

const listRegions = defineRoute({
  surface: 'platform',
  operationId: 'list-regions',
  method: 'GET',
  path: '/v1/platform/regions',
  summary:
    'Lists the regions and their base URLs: what is made in one is kept there, and is unknown to all others.',
  access: forEverybody(),
  request: {},
  answer: { status: 200, content: 'json', schema: RegionList },
  errors: [],
  perMinute: null,
});

@Controller()
export class RegionController {
  constructor(@Inject(REGIONS) private readonly regions: readonly Region[]) {}

  // How long a regular reader may miss a new region.
  @Header('cache-control', 'public, max-age=60')
  @Serves(listRegions)
  async list() {
    return { regions: this.regions.map(({ region, baseUrl }) => ({ region, base_url: baseUrl })) };
  }
}
