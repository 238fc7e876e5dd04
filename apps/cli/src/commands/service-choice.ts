import type { PlatformClient } from '@svc/sdk';
import { UsageError } from '../exit-codes.js';

/**
 * The service that `--service` means.
 * @param wanted its name or id; not needed where there is one alone
 * @throws UsageError where none, or several, are meant: it names those that are there
 */
export async function chosenService(client: PlatformClient, wanted: string | undefined): Promise<string> {
  const services: { readonly id: string; readonly name: string }[] = [];
  for await (const { id, name } of client.services.listAutoPaging()) services.push({ id, name });
  const fitting =
    wanted === undefined ? services : services.filter(({ id, name }) => [id, name].includes(wanted));
  const [service, ...others] = fitting;
  const names = services.map(({ name }) => name).join(', ') || 'none yet';
  if (service === undefined) throw new UsageError(`There is no such service. There are: ${names}.`);
  if (others.length > 0) throw new UsageError(`Which service? --service is one of: ${names}.`);
  return service.id;
}
