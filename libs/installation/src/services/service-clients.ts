import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import { ConversationsAdminServiceService } from '@svc/contracts/conversations';
import {
  DataKeyServiceService,
  IdentityAdminServiceService,
  IdentityServiceService,
} from '@svc/contracts/identity';
import { MemoryAdminServiceService } from '@svc/contracts/memory';
import { WorldAdminServiceService } from '@svc/contracts/world';
import { createClient, type RpcTls } from '@svc/rpc';
import type { ContextName } from '../contexts/contexts.js';

/** Clients of all services for the installer; they connect on first use. */
export function connectServices(addressOf: (name: ContextName) => string, tls?: RpcTls) {
  const clients = {
    identity: createClient(IdentityServiceService, addressOf('identity'), { tls }),
    identityAdmin: createClient(IdentityAdminServiceService, addressOf('identity'), { tls }),
    dataKeys: createClient(DataKeyServiceService, addressOf('identity'), { tls }),
    agents: createClient(AgentsServiceService, addressOf('agents'), { tls }),
    agentsAdmin: createClient(AgentsAdminServiceService, addressOf('agents'), { tls }),
    conversationsAdmin: createClient(ConversationsAdminServiceService, addressOf('conversations'), { tls }),
    memoryAdmin: createClient(MemoryAdminServiceService, addressOf('memory'), { tls }),
    worldAdmin: createClient(WorldAdminServiceService, addressOf('world'), { tls }),
  };
  return {
    clients,
    disconnect: (): void => {
      for (const client of Object.values(clients)) client.close();
    },
  };
}

export type ServiceConnections = ReturnType<typeof connectServices>;
export type ServiceClients = ServiceConnections['clients'];
