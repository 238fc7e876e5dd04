import { Controller, Inject } from '@nestjs/common';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { AGENTS, type AgentsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromService } from './service-mapping.js';
import { listServices } from './service.routes.js';

@Controller()
export class ServiceController {
  constructor(@Inject(AGENTS) private readonly agents: AgentsClient) {}

  @Serves(listServices)
  async list({ caller, query }: RouteInput<typeof listServices>) {
    const { services, page, filterValues } = await this.agents.listServices({
      caller,
      serviceIds: query.id,
      isActive: query.is_active,
      tags: query.tags,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return {
      services: services.map(fromService),
      ...fromPageInfo(page, query),
      filter_values: filterValues ? { tags: filterValues.tags } : null,
    };
  }
}
