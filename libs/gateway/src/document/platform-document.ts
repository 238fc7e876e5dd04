import type { Type } from '@nestjs/common';
import { declaredRoutes } from '../route/declared-routes.js';
import { PlatformDocumentController } from './document.controllers.js';
import { routesOf } from './open-api-document.js';

/** Adds the document of the Platform interface once it has a route. */
export function withPlatformDocument(controllers: readonly Type[]): readonly Type[] {
  const isServed = routesOf(declaredRoutes(controllers), 'platform').length > 0;
  return isServed ? [...controllers, PlatformDocumentController] : controllers;
}
