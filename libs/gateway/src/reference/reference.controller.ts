import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Controller, Header } from '@nestjs/common';
import { Serves } from '../route/serves.js';
import { referencePage, referencePolicy, referenceStart } from './reference-page.js';
import {
  getReference,
  getReferenceFrame,
  getReferenceStart,
  getReferenceStyle,
  getReferenceViewer,
} from './reference.routes.js';

const require = createRequire(import.meta.url);
/** In which a new release becomes visible. */
const caching = 'public, max-age=3600';

@Controller()
export class ReferenceController {
  /** Read when first asked for, 2 MB together. */
  private readonly files = new Map<string, Promise<Buffer>>();

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
    return this.file('swagger-ui-bundle.js');
  }

  @Header('cache-control', caching)
  @Serves(getReferenceFrame)
  async frame() {
    return this.file('swagger-ui-standalone-preset.js');
  }

  @Header('cache-control', caching)
  @Serves(getReferenceStyle)
  async style() {
    return this.file('swagger-ui.css');
  }

  private file(name: string): Promise<Buffer> {
    let content = this.files.get(name);
    if (!content) this.files.set(name, (content = readFile(require.resolve(`swagger-ui-dist/${name}`))));
    return content;
  }
}
