import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import { ConversationsAdminServiceService } from '@svc/contracts/conversations';
import {
  DataKeyServiceService,
  IdentityAdminServiceService,
  IdentityServiceService,
} from '@svc/contracts/identity';
import { createClient, createSocketFolder } from '@svc/rpc';
import type { ContextName } from './contexts.js';

/** The services of an installation on their private sockets, and clients that connect when they are first used. */
export function openLocalServices(dataDir: string) {
  const sockets = createSocketFolder(dataDir);
  const addressOf = (name: ContextName): string => sockets.address(name);
  const clients = {
    identity: createClient(IdentityServiceService, addressOf('identity')),
    identityAdmin: createClient(IdentityAdminServiceService, addressOf('identity')),
    dataKeys: createClient(DataKeyServiceService, addressOf('identity')),
    agents: createClient(AgentsServiceService, addressOf('agents')),
    agentsAdmin: createClient(AgentsAdminServiceService, addressOf('agents')),
    conversationsAdmin: createClient(ConversationsAdminServiceService, addressOf('conversations')),
  };
  return {
    addressOf,
    clients,
    disconnect: (): void => {
      for (const client of Object.values(clients)) client.close();
    },
    removeSockets: (): void => sockets.remove(),
  };
}

export type LocalServices = ReturnType<typeof openLocalServices>;
