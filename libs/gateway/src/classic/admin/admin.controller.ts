import { Controller, Inject } from '@nestjs/common';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { CONVERSATIONS, type ConversationsClient } from '../../services.js';
import { fromModels } from './admin-mapping.js';
import { getModels } from './admin.routes.js';

@Controller()
export class AdminController {
  constructor(@Inject(CONVERSATIONS) private readonly conversations: ConversationsClient) {}

  @Serves(getModels)
  async models({ caller }: RouteInput<typeof getModels>) {
    return fromModels(await this.conversations.listModels({ caller }));
  }
}
