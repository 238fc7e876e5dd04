import { column, defineTable, unlisted } from '@svc/event-store';
import type { Tag } from '../domain/service/tag.js';
import type { OfService } from './service-table.js';

export const serviceTagTable = defineTable<Tag & OfService>()('agents.service_tag', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    serviceId: unlisted(column((row) => row.serviceId)),
    key: column((row) => row.key),
  },
  columns: { value: column((row) => row.value) },
});
