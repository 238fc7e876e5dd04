import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { ownRepository } from '../support/program.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

jest.setTimeout(5 * 60_000); // packages are installed

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const system = new StandaloneFixture();
const readJson = (...file: readonly string[]): unknown =>
  JSON.parse(readFileSync(path.join(...file), 'utf8'));
const versionsIn = (lock: unknown): ReadonlyMap<string, string | undefined> =>
  new Map(Object.entries((lock as LockFile).packages).map(([place, { version }]) => [place, version]));

it('given a package for production, then it holds the tested versions and no tools, is small, and runs', async () => {
  const folder = path.join(system.makeDiskFolder(), 'package');
  const output = execFileSync('npm', ['run', '-s', 'package', '--', folder], {
    cwd: ownRepository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(Number(/([\d.]+) MB {2}together/.exec(output)?.[1])).toBeLessThan(450);

  const tools = Object.keys((readJson(ownRepository, 'package.json') as Manifest).devDependencies)
    .filter((name) => existsSync(path.join(folder, 'node_modules', name)))
    // Packages of types, which others bring with them.
    .filter((name) => !name.startsWith('@types/') && name !== '@prisma/driver-adapter-utils');
  expect(tools).toEqual([]);
  const tested = versionsIn(readJson(ownRepository, 'package-lock.json'));
  const installed = [...versionsIn(readJson(folder, 'node_modules/.package-lock.json'))];
  expect(installed.filter(([place, version]) => tested.get(place) !== version)).toEqual([]);

  const standalone = await system.start({ repository: folder, byNpm: true });
  const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  await beginConversation(client, standalone.credentials().service_id);
  expect(standalone.output).not.toMatch(/Installing|Built/);
});
