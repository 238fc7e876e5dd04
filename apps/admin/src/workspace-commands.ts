import type { AdministerWorkspaceRequest, Workspace } from '@svc/contracts/identity';
import { administeredWorkspaces } from '@svc/installation';
import { Argument, Option, type Command } from 'commander';
import { keyDays } from './key-days.js';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

/** Commands on workspaces. They call the running services; no permissions are checked. */
export function addWorkspaceCommands(program: Command, session: Session): void {
  const workspaces = program.command('workspaces').description('workspaces of organizations, and their keys');

  workspaces
    .command('list [org_id]')
    .description(
      'list the workspaces of an organization or of all, including archived ones, and whether the owner is gone',
    )
    .action((orgId?: string) =>
      withRunningServices(session, async (clients) => {
        for await (const { workspace, ownerUserId, ownerIsGone, archivedAtMs } of administeredWorkspaces(
          clients,
          orgId,
        )) {
          const owner = { owner_user_id: ownerUserId, owner_is_gone: ownerIsGone };
          const archived_at = archivedAtMs === undefined ? null : new Date(archivedAtMs).toISOString();
          session.tell(JSON.stringify({ ...shown(workspace), ...owner, archived_at }));
        }
      }),
    );

  workspaces
    .command('create <org_id> <user_id> <slug>')
    .description('create a workspace with its initial content; a user of the organization owns it')
    .requiredOption('--name <name>', 'name of the workspace')
    .addOption(
      new Option('--environment <environment>', 'what it is for')
        .choices(['production', 'staging', 'development'])
        .default('staging'),
    )
    .action(
      (orgId: string, ownerUserId: string, slug: string, options: { name: string; environment: string }) =>
        withRunningServices(session, async ({ identityAdmin }) => {
          const { workspace } = await identityAdmin.foundWorkspace({ orgId, ownerUserId, slug, ...options });
          session.print(shown(workspace));
        }),
    );

  workspaces
    .command('issue-key <workspace_id>')
    .description('issue a key of the workspace')
    .addOption(
      new Option('--role <role>', 'what it may do')
        .choices(['viewer', 'operator', 'member', 'admin', 'owner'])
        .default('owner'),
    )
    .option('--days <days>', 'life of the key, 1 to 90', keyDays, 90)
    .option('--name <name>', 'label of the key')
    .action(
      (workspaceId: string, { days: durationDays, ...key }: { role: string; days: number; name?: string }) =>
        withRunningServices(session, async ({ identityAdmin }) => {
          const { apiKey } = await identityAdmin.issueWorkspaceApiKey({ workspaceId, durationDays, ...key });
          if (!apiKey) throw new Error('identity has issued no key');
          const expires_at = new Date(apiKey.expiresAtMs).toISOString();
          session.print({
            workspace_id: workspaceId,
            key_id: apiKey.keyId,
            api_key: apiKey.apiKey,
            expires_at,
          });
          session.warn('Issued. The key is shown this once; keep it safe.');
        }),
    );

  addChangeCommands(workspaces, session);
}

function addChangeCommands(workspaces: Command, session: Session): void {
  const change = (workspaceId: string, to: AdministerWorkspaceRequest['change']) =>
    withRunningServices(session, async ({ identityAdmin }) => {
      session.print(shown((await identityAdmin.administerWorkspace({ workspaceId, change: to })).workspace));
    });

  workspaces
    .command('provision <workspace_id>')
    .description('create what is missing of the initial content of a workspace')
    .action((id: string) => change(id, { $case: 'provisioned', value: {} }));

  workspaces
    .command('platform-authoring <workspace_id>')
    .description('whether agents may be authored and tried on the platform itself; off by default')
    .addArgument(new Argument('<setting>').choices(['on', 'off']))
    .action((id: string, setting: 'on' | 'off') =>
      change(id, { $case: 'platformAuthoring', value: setting === 'on' }),
    );

  workspaces
    .command('hand-over <workspace_id> <user_id>')
    .description(
      'make another administrator of the organization the owner, for example when the owner is gone',
    )
    .action((id: string, userId: string) => change(id, { $case: 'ownerUserId', value: userId }));

  workspaces
    .command('archive <workspace_id> <slug>')
    .description('end a workspace and its keys for good; the slug confirms which one')
    .action((id: string, slug: string) => change(id, { $case: 'archivedSlug', value: slug }));
}

/** @param workspace always present, though its type can't say so */
function shown(workspace: Workspace | undefined): object {
  if (!workspace) throw new Error('identity has returned no workspace');
  return {
    workspace_id: workspace.workspaceId,
    org_id: workspace.orgId,
    slug: workspace.slug,
    name: workspace.name,
    environment: workspace.environment,
    region: workspace.region,
    platform_authoring: workspace.platformAuthoring,
    provisioned_at:
      workspace.provisionedAtMs === undefined ? null : new Date(workspace.provisionedAtMs).toISOString(),
  };
}
