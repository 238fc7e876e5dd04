import { fileURLToPath } from 'node:url';

/** The migrations of the event log, for `runMigrations`: applied in each context's schema before the context's own. */
export const eventStoreMigrations: string = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * What the migrations of a new event log read, for `runMigrations`; one that is made already stays as it is.
 * @param partitions how many its table has, by a hash of the stream; fixed for good
 */
export function eventLogSettings(partitions: number): Readonly<Record<string, string>> {
  return { 'svc.event_partitions': String(partitions) };
}
