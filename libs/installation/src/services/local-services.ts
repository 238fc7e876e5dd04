import { createSocketFolder } from '@svc/rpc';
import type { ContextName } from '../contexts/contexts.js';
import { connectServices, type ServiceConnections } from './service-clients.js';

export interface LocalServices extends ServiceConnections {
  addressOf(name: ContextName): string;
  removeSockets(): void;
  /** Those that killed processes of installations that are gone have left. */
  removeAbandonedSockets(nowMs: number): Promise<void>;
}

/** The services of an installation on their private sockets, and clients that connect when they are first used. */
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
