import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { ListServices, ServiceList } from './service-schemas.js';

export const listServices = defineRoute({
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
