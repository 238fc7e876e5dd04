import type { DynamicModule } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';
import { AccessCache } from './access/access-cache.js';
import { ConversationController } from './classic/conversation/conversation.controller.js';
import { JwksController } from './well-known/jwks.controller.js';
import { ApiKeyController } from './classic/api-key/api-key.controller.js';
import { OrganizationController } from './classic/organization/organization.controller.js';
import { RoleController } from './classic/role/role.controller.js';
import { ServiceController } from './classic/service/service.controller.js';
import {
  AGENTS,
  CONVERSATIONS,
  IDENTITY,
  LOGGER,
  type AgentsClient,
  type ConversationsClient,
  type IdentityClient,
} from './services.js';
import { SignInController } from './classic/user/sign-in.controller.js';
import { UserController } from './classic/user/user.controller.js';

export interface GatewayParts {
  readonly identity: IdentityClient;
  readonly agents: AgentsClient;
  readonly conversations: ConversationsClient;
  readonly accesses: AccessCache;
  readonly logger: Logger;
}

export class GatewayModule {
  static with(parts: GatewayParts): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        JwksController,
        OrganizationController,
        ApiKeyController,
        RoleController,
        SignInController,
        UserController,
        ServiceController,
        ConversationController,
      ],
      providers: [
        { provide: IDENTITY, useValue: parts.identity },
        { provide: AGENTS, useValue: parts.agents },
        { provide: CONVERSATIONS, useValue: parts.conversations },
        { provide: AccessCache, useValue: parts.accesses },
        { provide: LOGGER, useValue: parts.logger },
      ],
    };
  }
}
