import { existsSync } from 'node:fs';
import path from 'node:path';

export const ownRepository = path.resolve(import.meta.dirname, '../..');

export type AppName =
  | 'standalone'
  | 'admin'
  | 'cli'
  | 'distributed'
  | 'gateway'
  | 'identity'
  | 'agents'
  | 'conversations'
  | 'memory'
  | 'webhooks'
  | 'world';

export interface ProgramOptions {
  /** A copy of the built repository instead of this one. */
  readonly repository?: string;
  /** Below the app's `src`, without extension. Default `main`. */
  readonly entry?: string;
}

/**
 * Arguments of `node` that run an app as it was built.
 * SVC_TEST_FROM_SOURCES=1 runs its sources: slower to start, and nothing has to be built first.
 * @throws Error with what to do when it has not been built
 */
export function programOf(
  app: AppName,
  { repository = ownRepository, entry = 'main' }: ProgramOptions = {},
): readonly string[] {
  const folder = path.join(repository, 'apps', app);
  if (process.env['SVC_TEST_FROM_SOURCES'] !== '1') {
    const built = path.join(folder, 'dist', `${entry}.js`);
    if (existsSync(built)) return [built];
    throw new Error(`${path.relative(repository, built)} is not built: run "npm run build" first.`);
  }
  const loader = path.join(repository, 'test/support/source-loader.mjs');
  return ['--import', loader, path.join(folder, 'src', `${entry}.ts`)];
}
