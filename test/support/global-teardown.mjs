// Jest's global tear-down of all tiers: what the set-ups have left to be released, the latest first.
export default async function releaseAll() {
  for (const release of globalThis.svcReleases?.splice(0).reverse() ?? []) await release();
}
