import { DomainError, StartupError } from '@svc/errors';
import type { ServiceClients } from '@svc/installation';
import {
  readCredentials,
  writeCredentials,
  type DemoCredentials,
  type KnownCredentials,
} from './credentials-file.js';
import { demoDimensions } from './clinic-dimensions.js';
import { openDemoWorkspace } from './demo-workspace.js';
import { seedDemoAgents } from './seed-demo-agents.js';

export type DemoClients = Pick<ServiceClients, 'identity' | 'identityAdmin' | 'agents' | 'agentsAdmin'>;

/**
 * Creates the demo organization with its administrator, agent, service and workspace where they are missing. Makes sure
 * that the credentials file has working keys: an expired or deleted one is replaced. Can be repeated after a crash at
 * any point; it then issues another key, because nobody knows the secret of the first.
 */
export async function openDemo(
  clients: DemoClients,
  dataDir: string,
  baseUrl: string,
): Promise<DemoCredentials> {
  const seeded = await clients.identityAdmin.seedOrganization({
    orgId: 'demo',
    orgName: 'Demo organization',
    administratorFirstName: 'Alex',
    administratorLastName: 'Morgan',
    administratorEmail: 'administrator@demo.example',
    userDimensions: demoDimensions,
  });
  const { serviceId } = await seedDemoAgents(clients, { orgId: seeded.orgId, userId: seeded.userId });
  const known = readCredentials(dataDir);
  const key =
    seeded.apiKey ?? (await workingKey(clients, seeded, known)) ?? (await issueKey(clients, seeded));
  const credentials: DemoCredentials = {
    base_url: baseUrl,
    org_id: seeded.orgId,
    user_id: seeded.userId,
    api_key_id: key.apiKeyId,
    api_key: key.apiKey,
    service_id: serviceId,
    ...(await openDemoWorkspace(clients, seeded, known)),
  };
  if (JSON.stringify(known) !== JSON.stringify(credentials)) writeCredentials(dataDir, credentials);
  return credentials;
}

interface Key {
  readonly apiKeyId: string;
  readonly apiKey: string;
}

/**
 * The key in the credentials file, if the administrator can still sign in with it: the file may be of another database.
 */
async function workingKey(
  { identity }: DemoClients,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
  known: KnownCredentials | undefined,
): Promise<Key | undefined> {
  if (known?.user_id !== userId) return undefined;
  const key = { apiKeyId: known.api_key_id, apiKey: known.api_key };
  try {
    await identity.signInWithApiKey({ ...key, orgId, userId });
    return key;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated') return undefined;
    throw error;
  }
}

async function issueKey(
  { identityAdmin }: DemoClients,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<Key> {
  const { apiKey } = await identityAdmin
    .issueApiKey({ orgId, userId, name: 'demo', duration: 'P90D' })
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'limit_reached') throw tooManyKeys(error);
      throw error;
    });
  if (!apiKey) throw new Error('identity has issued no key');
  return apiKey;
}

/** Nobody knows their secrets, or this start would not need another. A person has to decide which to delete. */
function tooManyKeys(cause: unknown): StartupError {
  return new StartupError(
    'The organization demo has 20 living API keys, and credentials.json holds none of them: put the file back from a backup.',
    { cause },
  );
}
