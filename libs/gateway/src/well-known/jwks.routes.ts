import { z } from 'zod';
import { defineRoute } from '../route/route.js';
import { forEverybody } from '../route/route-access.js';

/** Keys have members of their own by kind (RFC 7517 section 4). */
const JsonWebKeySet = z.strictObject({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });

export const getJwks = defineRoute({
  operationId: 'get-jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys of our tokens (RFC 7517), where verifiers look for them.',
  access: forEverybody(),
  request: {},
  answer: { status: 200, content: 'json', mediaType: 'application/jwk-set+json', schema: JsonWebKeySet },
  errors: [],
  perMinute: null,
});
