import type { IdentityAdminServiceService } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';
import type { Command } from 'commander';
import { keyDays } from './key-days.js';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

type IdentityAdmin = RpcClient<typeof IdentityAdminServiceService>;

/** Commands on organizations and keys. They call the running standalone over its private socket. */
export function addOrganizationCommands(program: Command, session: Session): void {
  const organization = program.command('organization').description('organizations and their API keys');

  organization
    .command('create <org_id>')
    .description('create an organization that may create others, with its administrator and an API key')
    .requiredOption('--name <name>', 'name of the organization')
    .requiredOption('--email <email>', 'e-mail of the administrator')
    .option('--first-name <name>', 'of the administrator', 'First')
    .option('--last-name <name>', 'of the administrator', 'Administrator')
    .action((orgId: string, options: { name: string; email: string; firstName: string; lastName: string }) =>
      withIdentity(session, async (identity) => {
        const { created, userId, apiKey } = await identity.seedOrganization({
          userDimensions: [],
          orgId,
          orgName: options.name,
          administratorFirstName: options.firstName,
          administratorLastName: options.lastName,
          administratorEmail: options.email,
        });
        session.print({ org_id: orgId, user_id: userId, ...keyOf(apiKey) });
        session.warn(
          created
            ? 'Created. The key is shown this once; keep it safe.'
            : 'It exists already. For another key: npm run admin -- organization issue-key',
        );
      }),
    );

  organization
    .command('issue-key <org_id> <user_id>')
    .description("issue an API key whose ceiling is the user's own role")
    .option('--days <days>', 'life of the key, 1 to 90', keyDays, 90)
    .option('--name <name>', 'label of the key')
    .action((orgId: string, userId: string, options: { days: number; name?: string }) =>
      withIdentity(session, async (identity) => {
        const { apiKey } = await identity.issueApiKey({
          orgId,
          userId,
          duration: `P${options.days}D`,
          ...(options.name !== undefined && { name: options.name }),
        });
        session.print({ org_id: orgId, user_id: userId, ...keyOf(apiKey) });
        session.warn('Issued. The key is shown this once; keep it safe.');
      }),
    );

  organization
    .command('grant-super-administrator <org_id> <user_id>')
    .description('give a user the highest role, for example where no super administrator is left')
    .action((orgId: string, userId: string) =>
      withIdentity(session, async (identity) => {
        const { roleId } = await identity.grantSuperAdministrator({ orgId, userId });
        session.print({ org_id: orgId, user_id: userId, role_id: roleId });
        session.warn(
          `Granted. For a key that signs them in: npm run admin -- organization issue-key ${orgId} ${userId}`,
        );
      }),
    );

  program
    .command('rotate-signing-key')
    .description('sign new tokens with a new key; tokens of the old one stay valid until they expire')
    .action(() =>
      withIdentity(session, async (identity) => {
        const { kid } = await identity.rotateSigningKey({});
        session.tell(`New tokens are signed with key ${kid}.`);
      }),
    );
}

function withIdentity(session: Session, work: (identity: IdentityAdmin) => Promise<void>): Promise<void> {
  return withRunningServices(session, ({ identityAdmin }) => work(identityAdmin));
}

function keyOf(key: { apiKeyId: string; apiKey: string; expiresAtMs: number } | undefined): object {
  if (!key) return {};
  return {
    api_key_id: key.apiKeyId,
    api_key: key.apiKey,
    expires_at: new Date(key.expiresAtMs).toISOString(),
  };
}
