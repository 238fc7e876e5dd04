import { Controller, Header } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { defineRoute, forEverybody, Serves } from '../route/index.js';
import { referencePage, referencePolicy, referenceStart } from './reference-page.js';

/** The page and its assets, all from here: no third party learns who reads it. */

const site = {
  surface: 'site',
  method: 'GET',
  access: forEverybody(),
  request: {},
  errors: [],
  perMinute: null,
} as const;

const getReference = defineRoute({
  ...site,
  operationId: 'get-reference',
  path: '/docs',
  summary: 'The interface for people to read and try, in a browser.',
  answer: { status: 200, content: 'file', mediaType: 'text/html' },
});

const getReferenceStart = defineRoute({
  ...site,
  operationId: 'get-reference-start',
  path: '/docs/start.js',
  summary: 'Starts the viewer on that page.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

const getReferenceViewer = defineRoute({
  ...site,
  operationId: 'get-reference-viewer',
  path: '/docs/swagger-ui-bundle.js',
  summary: 'The viewer, Swagger UI.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

const getReferenceFrame = defineRoute({
  ...site,
  operationId: 'get-reference-frame',
  path: '/docs/swagger-ui-standalone-preset.js',
  summary: 'Its top bar, where the interface is chosen.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

const getReferenceStyle = defineRoute({
  ...site,
  operationId: 'get-reference-style',
  path: '/docs/swagger-ui.css',
  summary: 'Its looks.',
  answer: { status: 200, content: 'file', mediaType: 'text/css' },
});

const require = createRequire(import.meta.url);
/** How long a new release may be missed. */
const caching = 'public, max-age=3600';

@Controller()
export class ReferenceController {
  /** Read on first request; 2 MB together. */
  readonly #files = new Map<string, Promise<Buffer>>();

  @Header('content-security-policy', referencePolicy)
  @Serves(getReference)
  async page() {
    return referencePage;
  }

  @Serves(getReferenceStart)
  async start() {
    return referenceStart;
  }

  @Header('cache-control', caching)
  @Serves(getReferenceViewer)
  async viewer() {
    return this.#file('swagger-ui-bundle.js');
  }

  @Header('cache-control', caching)
  @Serves(getReferenceFrame)
  async frame() {
    return this.#file('swagger-ui-standalone-preset.js');
  }

  @Header('cache-control', caching)
  @Serves(getReferenceStyle)
  async style() {
    return this.#file('swagger-ui.css');
  }

  #file(name: string): Promise<Buffer> {
    let content = this.#files.get(name);
    if (!content) this.#files.set(name, (content = readFile(require.resolve(`swagger-ui-dist/${name}`))));
    return content;
  }
}
