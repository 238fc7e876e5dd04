import { NestFactory } from '@nestjs/core';
import { nestLogger } from '@svc/http';
import { contextRoot, lifecycleOf } from './context-root.js';
import type { ContextParts, ProviderToken } from './context-definition.js';

export interface OpenContext {
  /** A provider of the context. @throws Error if it has none of this token. */
  get<Provider>(token: ProviderToken<Provider>): Provider;
  close(): Promise<void>;
}

/** A context without server and lifecycle, for commands that use its providers. */
export async function openContext(options: ContextParts): Promise<OpenContext> {
  const application = await NestFactory.createApplicationContext(contextRoot(options), {
    abortOnError: false,
    logger: nestLogger(options.platform.logger),
  });
  return {
    get: (token) => application.get(token, { strict: false }),
    close: async () => {
      try {
        await lifecycleOf(application).stop();
      } finally {
        await application.close();
      }
    },
  };
}
