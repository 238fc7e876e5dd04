import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { StartupError } from '@svc/errors';
import type { Route } from './route.js';
import { declarationOf } from './serves.js';

/**
 * All routes of controllers, in order.
 * @throws StartupError for a handler without declaration, which has no access rules and no response schema.
 */
export function declaredRoutes(controllers: readonly Type[]): readonly Route[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Readonly<Record<string, object>>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] ?? {};
      const route = declarationOf(handler);
      if (!route && Reflect.hasMetadata(PATH_METADATA, handler))
        throw new StartupError(
          `${controller.name}.${name} serves a route that is not declared: use @Serves.`,
        );
      return route ?? [];
    });
  });
}
