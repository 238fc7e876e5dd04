import type { ErrorCode } from '@svc/errors';
import type { z } from 'zod';
import type { Deprecation } from './deprecation.js';
import type { RouteAccess } from './route-access.js';

/** A body of JSON. */
export interface JsonBody {
  readonly media: 'json';
  readonly schema: z.ZodType;
  /** Largest body in bytes; 413 beyond. */
  readonly maxBytes: number;
}

/** A `multipart/form-data` body. Each key of the schema gets the texts of all parts of that name, in their order. */
export interface FormBody {
  readonly media: 'form';
  readonly schema: z.ZodObject;
  /** Of all parts together, in bytes; 413 beyond. */
  readonly maxBytes: number;
  readonly maxParts: number;
  /** The keys that get the parts themselves (`FormPart`): what they hold may be no text. */
  readonly rawParts?: readonly string[];
}

/** What a request holds. A part without a schema is not looked at; what is in the path is text then. */
export interface RouteRequest {
  readonly params?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: JsonBody | FormBody;
}

export interface JsonAnswer {
  readonly status: 200 | 201;
  readonly content: 'json';
  /** Strict: every key is named, none may be missing. */
  readonly schema: z.ZodType;
  /** `application/json` when left out. */
  readonly mediaType?: string;
}

/** A stream of `application/x-ndjson`. */
export interface LinesAnswer {
  readonly status: 200 | 201;
  readonly content: 'ndjson';
  /** Strict schema of each line. */
  readonly line: z.ZodType;
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

/** A request that the schemas take, for documents and for tests of all routes. */
export interface RequestExample {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON value, or the parts of the form. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What a route is part of: one of the two published interfaces, or what browsers are shown around them. */
export type Surface = 'classic' | 'platform' | 'site';

/** All that is promised of a route. Validation, access, limits, documents and the tests of all routes follow from it. */
export interface Route {
  /** Its name in the OpenAPI document and in generated clients: never changes. */
  readonly operationId: string;
  /** Whose document it stands in; the Classic interface's when left out. */
  readonly surface?: Surface;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whole, as Fastify writes it: `/v1/:org/user/:user_id`. A slash at the end makes no difference but in documents. */
  readonly path: `/${string}`;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly access: RouteAccess;
  readonly request: RouteRequest;
  readonly answer: JsonAnswer | LinesAnswer | EmptyAnswer | FileAnswer;
  /** What it can be refused with beyond the errors that all routes of its kind have: see `errorCodesOf`. */
  readonly errors: readonly ErrorCode[];
  /**
   * Requests per minute that one user may send to it; null: as many as they like. Who is not signed in is counted by address,
   * generously where this is null.
   */
  readonly perMinute: number | null;
  /** Headers that name who asks where nobody is signed in yet: requests are counted for all of them together. */
  readonly countedBy?: readonly string[];
  /** Where it is to go: documents and every answer say so. */
  readonly deprecated?: Deprecation;
  /** Required where a request needs more than its path. */
  readonly example?: RequestExample;
}

/** Keeps the literal types of a declaration, from which those of its handler follow. */
export function defineRoute<const Declared extends Route>(route: Declared): Declared {
  return route;
}
