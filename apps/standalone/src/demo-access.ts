import type { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import type { IdentityAdminServiceService } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';
import { readCredentials, writeCredentials, type DemoCredentials } from './credentials-file.js';
import { seedDemoAgents } from './demo/seed-demo-agents.js';

export interface DemoClients {
  readonly identityAdmin: RpcClient<typeof IdentityAdminServiceService>;
  readonly agents: RpcClient<typeof AgentsServiceService>;
  readonly agentsAdmin: RpcClient<typeof AgentsAdminServiceService>;
}

/**
 * Makes the demo organization with its administrator, agent and service where they are missing, and sees to it that the
 * credentials file names them. Can be repeated after a crash at any point: then a further key is issued, because the
 * secret of the first one is known to nobody.
 */
export async function openDemo(
  clients: DemoClients,
  dataDir: string,
  baseUrl: string,
): Promise<DemoCredentials> {
  const seeded = await clients.identityAdmin.seedOrganization({
    orgId: 'demo',
    orgName: 'Demo organization',
    administratorFirstName: 'Demo',
    administratorLastName: 'Administrator',
    administratorEmail: 'administrator@demo.example',
  });
  const { serviceId } = await seedDemoAgents(clients, { orgId: seeded.orgId, userId: seeded.userId });
  const known = readCredentials(dataDir);
  const key = seeded.apiKey ?? keyIn(known, seeded.userId) ?? (await issueKey(clients, seeded));
  const credentials: DemoCredentials = {
    base_url: baseUrl,
    org_id: seeded.orgId,
    user_id: seeded.userId,
    api_key_id: key.apiKeyId,
    api_key: key.apiKey,
    service_id: serviceId,
  };
  if (JSON.stringify(known) !== JSON.stringify(credentials)) writeCredentials(dataDir, credentials);
  return credentials;
}

interface Key {
  readonly apiKeyId: string;
  readonly apiKey: string;
}

/** The file may be of another database: a key is taken from it only with the user it belongs to. */
function keyIn(known: DemoCredentials | undefined, userId: string): Key | undefined {
  if (known?.user_id !== userId) return undefined;
  return { apiKeyId: known.api_key_id, apiKey: known.api_key };
}

async function issueKey(
  { identityAdmin }: DemoClients,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<Key> {
  const { apiKey } = await identityAdmin.issueApiKey({ orgId, userId, name: 'demo', duration: 'P90D' });
  if (!apiKey) throw new Error('identity has issued no key');
  return apiKey;
}
