import type { Command } from 'commander';
import type { Session } from '../session.js';
import { apiKeyMode } from '../settings/clients.js';

const howToSignIn =
  'Signing in with a browser is not there yet: save a key with `svc profiles add <name> --from <file>`, or set API_KEY, ' +
  'API_KEY_ID and API_KEY_USER_ID.';

export function addWhoamiCommands(program: Command, session: Session): void {
  program
    .command('whoami')
    .description('who the key of the workspace is, or in API-key mode the user of the organization')
    .action(async () => {
      const mode = apiKeyMode(session.io.environment);
      if (mode === null) return session.show(await session.platform().workspaces.me());
      const classic = session.classic();
      // Only who has signed in gets an answer.
      await classic.organization.get();
      session.show({ organization: classic.org, user_id: session.globals().user ?? mode.user_id });
    });

  program
    .command('login')
    .description('how to sign in today')
    .action(() => session.say(howToSignIn));
}
