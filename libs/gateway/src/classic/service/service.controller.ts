import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { AGENTS, type AgentsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromService } from './service-mapping.js';
import { ListServices, ServiceList } from './service-schemas.js';

const listServices = defineRoute({
  operationId: 'get-services',
  method: 'GET',
  path: '/v1/:org/service/',
  summary: 'Lists the services that the caller may see.',
  access: forCallers({ asks: ['Service:GetService'] }),
  request: { query: ListServices },
  answer: { status: 200, content: 'json', schema: ServiceList },
  errors: [],
  perMinute: 50,
});

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
