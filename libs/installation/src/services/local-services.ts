import { createSocketFolder } from '@svc/rpc';
import type { ContextName } from '../contexts/contexts.js';
import { connectServices, type ServiceConnections } from './service-clients.js';

export interface LocalServices extends ServiceConnections {
  addressOf(name: ContextName): string;
  removeSockets(): void;
  /** Folders that killed processes of removed installations left. */
  removeAbandonedSockets(nowMs: number): Promise<void>;
}

/** The services of an installation on their private sockets, and clients that connect on first use. */
export function openLocalServices(dataDir: string): LocalServices {
  const sockets = createSocketFolder(dataDir);
  const addressOf = (name: ContextName): string => sockets.address(name);
  return {
    addressOf,
    ...connectServices(addressOf),
    removeSockets: () => sockets.remove(),
    removeAbandonedSockets: (nowMs) => sockets.removeAbandoned(nowMs),
  };
}
