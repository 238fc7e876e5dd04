import { Controller, Header } from '@nestjs/common';
import { Serves } from '../route/serves.js';
import { getClassicDocument, getPlatformDocument } from './document.routes.js';
import { Documents } from './documents.js';

/** In which a new release becomes visible to those who read it again and again. */
const caching = 'public, max-age=60';

@Controller()
export class ClassicDocumentController {
  constructor(private readonly documents: Documents) {}

  @Header('cache-control', caching)
  @Serves(getClassicDocument)
  async classic() {
    return this.documents.of('classic');
  }
}

@Controller()
export class PlatformDocumentController {
  constructor(private readonly documents: Documents) {}

  @Header('cache-control', caching)
  @Serves(getPlatformDocument)
  async platform() {
    return this.documents.of('platform');
  }
}
