import type { Route } from '../route/route.js';
import type { OpenApiDocument } from './open-api.js';
import { openApiDocument } from './open-api-document.js';
import type { DocumentedSurface } from './surfaces.js';

/** The documents of a gateway's routes, each created on first request. */
export class Documents {
  readonly #made = new Map<DocumentedSurface, OpenApiDocument>();

  constructor(private readonly routes: readonly Route[]) {}

  of(surface: DocumentedSurface): OpenApiDocument {
    let document = this.#made.get(surface);
    if (!document) this.#made.set(surface, (document = openApiDocument(this.routes, surface)));
    return document;
  }
}
