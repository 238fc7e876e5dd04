import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ContextLifecycle } from './context-lifecycle.js';
import { KeyRing } from '@svc/sealing';
import { PlatformModule } from './platform.module.js';
import { SUBJECT_KEYS } from './subject-keys/subject-keys.module.js';
import type { ContextParts } from './context-definition.js';

@Module({})
class ContextRoot {}

/**
 * Root of a container with one context and the platform.
 * @param beside what the host adds to the context's own
 */
export function contextRoot(
  { module, platform }: ContextParts,
  beside: readonly DynamicModule[] = [],
): DynamicModule {
  return { module: ContextRoot, imports: [PlatformModule.of(platform), module, ...beside] };
}

/** @throws Error if there are several: one would never be called. */
export function lifecycleOf(application: INestApplicationContext): ContextLifecycle {
  const modules = [...application.get(ModulesContainer).values()];
  const [lifecycle, ...others] = modules.flatMap(({ providers }) => providers.get(ContextLifecycle) ?? []);
  if (others.length > 0) throw new Error('A context has one ContextLifecycle');
  return lifecycle ? (lifecycle.instance as ContextLifecycle) : new ContextLifecycle();
}

/** The key ring of `SUBJECT_KEYS`; undefined for a context that seals nothing. */
export function keyRingOf(application: INestApplicationContext): KeyRing | undefined {
  const modules = [...application.get(ModulesContainer).values()];
  return modules
    .map(({ providers }): unknown => providers.get(SUBJECT_KEYS)?.instance)
    .find((provided) => provided instanceof KeyRing);
}
