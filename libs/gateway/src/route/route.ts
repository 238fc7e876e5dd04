import type { ErrorCode } from '@svc/errors';
import type { z } from 'zod';
import type { Deprecation } from './deprecation.js';
import type { RouteAccess } from './route-access.js';

/** A body of JSON. */
export interface JsonBody {
  readonly media: 'json';
  readonly schema: z.ZodType;
  /** A request may come without a body, and without its media type: the schema takes undefined. */
  readonly isOptional?: boolean;
  /** Largest body in bytes; 413 above. */
  readonly maxBytes: number;
  /** Most values of any type; default 10,000; 422 above. */
  readonly maxValues?: number;
}

/** A `multipart/form-data` body. Each key of the schema gets the texts of all parts with that name, in order. */
export interface FormBody {
  readonly media: 'form';
  readonly schema: z.ZodObject;
  /** Of all parts together, in bytes; 413 above. */
  readonly maxBytes: number;
  readonly maxParts: number;
  /** The keys that get the parts themselves (`FormPart`), which may not be text. */
  readonly rawParts?: readonly string[];
}

/** The parts of a request. A part without a schema is ignored; path parameters without one are text. */
export interface RouteRequest {
  readonly params?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: JsonBody | FormBody;
}

export interface JsonAnswer {
  readonly status: 200 | 201;
  readonly content: 'json';
  /** Strict: every key is required, no other is allowed. */
  readonly schema: z.ZodType;
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** When the response is 204 instead, without a body. The handler sets that status on its reply, and returns nothing. */
  readonly orNothing?: string;
  /** Headers that some responses have, by name: what they say. The handler sets them on its reply. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON that is the same for everybody until the next release: bytes made once, which a client may keep by their `ETag`. */
export interface DocumentAnswer {
  readonly status: 200;
  readonly content: 'document';
  readonly schema: z.ZodType;
}

/** A stream of `application/x-ndjson`. */
export interface LinesAnswer {
  readonly status: 200 | 201;
  readonly content: 'ndjson';
  /** Strict schema of each line. */
  readonly line: z.ZodType;
}

/** The events of a stream. */
export interface EventSchemas {
  /** In documents, and so in generated clients. */
  readonly name: string;
  /** By the name of the event: a strict schema of its data. */
  readonly data: Readonly<Record<string, z.ZodType>>;
}

/** A stream of `text/event-stream`. */
export interface EventsAnswer {
  readonly status: 200;
  readonly content: 'sse';
  readonly events: EventSchemas;
  /** It goes on until its client leaves. */
  readonly isEndless?: boolean;
}

/** JSON; a stream of `text/event-stream` for a client that accepts it. */
export interface JsonOrEventsAnswer {
  readonly status: 200;
  readonly content: 'json-or-sse';
  /** Strict. */
  readonly schema: z.ZodType;
  readonly events: EventSchemas;
}

export interface EmptyAnswer {
  readonly status: 204;
  readonly content: 'nothing';
}

/** A file for browsers, such as a page. */
export interface FileAnswer {
  readonly status: 200;
  readonly content: 'file';
  readonly mediaType: string;
}

/** A request that the schemas accept, for documents and for tests of all routes. */
export interface RequestExample {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON value, or the parts of the form. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The interface of a route: one of the two published ones, or pages for browsers. */
export type Surface = 'classic' | 'platform' | 'site';

/** The declaration of a route. Validation, access, limits, documents and the tests of all routes follow from it. */
export interface Route {
  /** Its name in the OpenAPI document and in generated clients: never changes. */
  readonly operationId: string;
  /** The document that shows it; by default the Classic interface's. */
  readonly surface?: Surface;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole path in Fastify's syntax: `/v1/:org/user/:user_id`. A final slash matters only in documents. */
  readonly path: `/${string}`;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly access: RouteAccess;
  readonly request: RouteRequest;
  /**
   * The `token` in its path is the credential: requests are counted by it as well as by address, and errors have the body that
   * forms have.
   */
  readonly isByLink?: boolean;
  readonly answer:
    JsonAnswer | DocumentAnswer | LinesAnswer | EventsAnswer | JsonOrEventsAnswer | EmptyAnswer | FileAnswer;
  /** Its errors beyond those of all routes of its kind: see `errorCodesOf`. */
  readonly errors: readonly ErrorCode[];
  /**
   * Requests per minute of one user; null: 100. A caller who is not signed in is counted by address, with a generous
   * limit if this is null.
   */
  readonly perMinute: number | null;
  /** Headers that identify a caller before sign-in: requests are counted for all of them together. */
  readonly countedBy?: readonly string[];
  /** Set if it is deprecated: documents and every response show it. */
  readonly deprecated?: Deprecation;
  /** Required if a request needs more than its path. */
  readonly example?: RequestExample;
}

/** Keeps the literal types of a declaration: the handler's types follow from them. */
export function defineRoute<const Declared extends Route>(route: Declared): Declared {
  return route;
}
