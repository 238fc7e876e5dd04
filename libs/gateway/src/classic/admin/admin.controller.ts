import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { CONVERSATIONS, type ConversationsClient } from '../../services.js';
import { fromModels } from './admin-mapping.js';
import { ModelList } from './admin-schemas.js';

const getModels = defineRoute({
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

@Controller()
export class AdminController {
  constructor(@Inject(CONVERSATIONS) private readonly conversations: ConversationsClient) {}

  @Serves(getModels)
  async models({ caller }: RouteInput<typeof getModels>) {
    return fromModels(await this.conversations.listModels({ caller }));
  }
}
