import { runAdmin } from './admin.js';

/** Resolves when `privacy status` has nothing to say. */
export async function untilErasedEverywhere({ dataDir }: { readonly dataDir: string }): Promise<void> {
  while ((await runAdmin(dataDir, 'privacy', 'status')).stdout !== '');
}
