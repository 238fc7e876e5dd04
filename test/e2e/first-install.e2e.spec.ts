import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { ownRepository } from '../support/program.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

jest.setTimeout(6 * 60_000); // all packages are installed, and everything is built

const system = new StandaloneFixture();
/** Files that installing, building and running create. */
const notCloned = new Set(['node_modules', '.git', '.nx', '.svc', 'dist', 'gen', 'out-tsc', 'test-results']);

it('given a fresh clone, when it is started twice at once, then one installs and builds, and both serve', async () => {
  const repository = path.join(system.makeDiskFolder(), 'clone');
  cpSync(ownRepository, repository, {
    recursive: true,
    filter: (source) => !notCloned.has(path.basename(source)),
  });
  expect(existsSync(path.join(repository, 'node_modules'))).toBe(false);

  const both = await Promise.all(
    ['one', 'two'].map((name) =>
      system.start({
        repository,
        dataDir: path.join(system.folder, name),
        byNpm: true,
        isFirst: true,
        // What this repository was installed from is in npm's cache: no network is needed.
        env: { npm_config_prefer_offline: 'true' },
        readyWithinMs: 5 * 60_000,
      }),
    ),
  );
  const outputs = both.map(({ output }) => output);
  expect(outputs.filter((output) => output.includes('Installed packages'))).toHaveLength(1);
  expect(outputs.filter((output) => output.includes('Waiting for another command'))).not.toHaveLength(0);
  expect(outputs.filter((output) => /^Built in/m.test(output))).toHaveLength(1);
  for (const standalone of both) {
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    await beginConversation(client, standalone.credentials().service_id);
  }
});
