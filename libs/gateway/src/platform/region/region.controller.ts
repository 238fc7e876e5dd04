import { Controller, Header, Inject } from '@nestjs/common';
import { Serves } from '../../route/serves.js';
import { listRegions } from './region.routes.js';
import { REGIONS, type Region } from './region-table.js';

@Controller()
export class RegionController {
  constructor(@Inject(REGIONS) private readonly regions: readonly Region[]) {}

  // In which a new region becomes visible to those who read them again and again.
  @Header('cache-control', 'public, max-age=60')
  @Serves(listRegions)
  async list() {
    return { regions: this.regions.map(({ region, baseUrl }) => ({ region, base_url: baseUrl })) };
  }
}
