// Jest's global set-up of the e2e and browser tiers: what their suites share (`run-wide.ts`), in the shape of the tier.
import { removeAbandoned } from './abandoned.mjs';
import './source-loader.mjs';

export default async function startForSuites(_run, { globals: { systemShape } = {} }) {
  await removeAbandoned();
  const { startRunWide, startShared } = await import('./run-wide.ts');
  const releases = (globalThis.svcReleases ??= []);
  if (!process.env.SVC_TEST_TEMPLATE) releases.push(await startRunWide());
  if (systemShape) releases.push(await startShared(systemShape));
}
