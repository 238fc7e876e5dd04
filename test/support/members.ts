import { ClassicClient } from './client.js';
import type { Credentials } from './standalone-process.js';

let created = 0;

/** A new user of the demo organization with a role, signed in. */
export async function signInAsNewUser(
  administrator: ClassicClient,
  credentials: Credentials,
  roleName = 'DefaultUserRole',
): Promise<{ readonly userId: string; readonly client: ClassicClient }> {
  created += 1;
  const { user_id: userId } = await administrator.json<{ user_id: string }>('POST', 'user/', {
    body: {
      first_name: 'Test',
      last_name: `User ${created}`,
      email: `user-${process.pid}-${created}@demo.example`,
      role_name: roleName,
    },
  });
  const client = new ClassicClient(administrator.baseUrl, administrator.organization);
  await client.signIn({ ...credentials, user_id: userId });
  return { userId, client };
}
