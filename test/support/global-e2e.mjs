// Jest's global set-up of the e2e and distributed tiers: what their suites share (`run-wide.ts`), in the shape of the tier.
import './source-loader.mjs';

export default async function startForSuites(_run, { globals: { systemShape } = {} }) {
  const { startRunWide } = await import('./run-wide.ts');
  (globalThis.svcReleases ??= []).push(await startRunWide(systemShape));
}
