// Jest's global set-up of the fault tier: the Postgres of the int tier, and what suites of the running product share.
import startForSuites from './global-e2e.mjs';
import startTestPostgres from './global-postgres.mjs';

export default async function startForFaults(run, project) {
  await startTestPostgres();
  await startForSuites(run, project);
}
