import { randomUUID } from 'node:crypto';
import { ClassicClient } from './client.js';
import type { Credentials } from './product-process.js';

/** Makes an organization, and enters it as the member who has made it. */
export async function setUpOrganization(founder: ClassicClient, orgId: string): Promise<ClassicClient> {
  const there = new ClassicClient(founder.baseUrl, orgId);
  there.token = founder.token;
  await there.request('PUT', 'organization/', {
    headers: { 'x-store-cluster-name': 'main' },
    body: { org_name: `Organization ${orgId}` },
  });
  there.home = founder.organization;
  return there;
}

/** A new user of the demo organization with a role, signed in. */
export async function signInAsNewUser(
  administrator: ClassicClient,
  credentials: Credentials,
  roleName = 'DefaultUserRole',
): Promise<{ readonly userId: string; readonly client: ClassicClient }> {
  const name = randomUUID();
  const { user_id: userId } = await administrator.json<{ user_id: string }>('POST', 'user/', {
    body: {
      first_name: 'Test',
      last_name: `User ${name}`,
      email: `${name}@demo.example`,
      role_name: roleName,
    },
  });
  const client = new ClassicClient(administrator.baseUrl, administrator.organization);
  await client.signIn({ ...credentials, user_id: userId });
  return { userId, client };
}
