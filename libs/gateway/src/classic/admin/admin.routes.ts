import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { ModelList } from './admin-schemas.js';

export const getModels = defineRoute({
  operationId: 'get-models',
  method: 'GET',
  path: '/v1/:org/admin/get_models/',
  summary: 'Lists the language models that version sets may prefer, and what they may ask of them.',
  access: forCallers({ requires: ['Admin:GetModels'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: ModelList },
  errors: [],
  perMinute: 20,
});
