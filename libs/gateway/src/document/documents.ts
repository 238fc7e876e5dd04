import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Route } from '../route/route.js';
import { openApiDocument } from './open-api-document.js';
import type { DocumentedSurface } from './surfaces.js';

/** How long a regular reader may miss a new release. */
const caching = 'public, max-age=60';

/** A document as it is sent. */
interface SentDocument {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The documents of a gateway's routes, each written on first request. */
export class Documents {
  readonly #written = new Map<DocumentedSurface, SentDocument>();

  constructor(private readonly routes: readonly Route[]) {}

  /** @param known the client's `If-None-Match`: it gets 304 without a body if it has this document. */
  send(surface: DocumentedSurface, known: string | undefined, reply: FastifyReply): void {
    const { bytes, etag } = this.#of(surface);
    void reply.headers({ etag, 'cache-control': caching });
    if (isAmong(etag, known)) void reply.code(304).send();
    else void reply.type('application/json; charset=utf-8').send(bytes);
  }

  #of(surface: DocumentedSurface): SentDocument {
    let written = this.#written.get(surface);
    if (!written) this.#written.set(surface, (written = write(openApiDocument(this.routes, surface))));
    return written;
  }
}

function write(document: object): SentDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"` };
}

/** RFC 9110 section 13.1.2: a list of tags, weak ones too, or any by `*`. */
function isAmong(etag: string, known: string | undefined): boolean {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
