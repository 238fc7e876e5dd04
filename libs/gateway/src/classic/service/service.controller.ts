import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import type { z } from 'zod';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { AGENTS, type AgentsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromService } from './service-mapping.js';
import { ListServices } from './service-schemas.js';

@Controller('v1/:org/service')
export class ServiceController {
  constructor(@Inject(AGENTS) private readonly agents: AgentsClient) {}

  @Get()
  @ForCallers({ asks: ['Service:GetService'] })
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListServices }) query: z.output<typeof ListServices>,
  ) {
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
      ...fromPageInfo(page),
      filter_values: filterValues ? { tags: filterValues.tags } : null,
    };
  }
}
