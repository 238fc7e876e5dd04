import { serverPort } from './socket-folder.js';

/** The only database user; owns everything on the embedded server. */
export const serverRole = 'svc';
/** The database of the installation. */
export const databaseName = 'svc';

export interface ServerAccess {
  readonly password: string;
  readonly socketFolder: string;
}

/** A connection string over the unix socket. */
export function serverAddress({ password, socketFolder }: ServerAccess, database = databaseName): string {
  return `postgresql://${serverRole}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}&port=${serverPort}`;
}
