import { Controller, Header, Inject } from '@nestjs/common';
import { z } from 'zod';
import { named } from '../wire/documented.js';
import { defineRoute, forEverybody, Serves } from '../route/index.js';
import { IDENTITY, type IdentityClient } from '../services.js';

/** Each kind of key has its own members (RFC 7517 section 4). */
const JsonWebKey = named('JsonWebKey', z.looseObject({ kty: z.string(), kid: z.string() }));
const JsonWebKeySet = named('JsonWebKeySet', z.strictObject({ keys: z.array(JsonWebKey) }));

const getJwks = defineRoute({
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

@Controller()
export class JwksController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  // As long as our own verifier keeps them.
  @Header('cache-control', 'public, max-age=60')
  @Serves(getJwks)
  async keys() {
    const { jwksJson } = await this.identity.getJwks({});
    return JSON.parse(jwksJson) as z.input<typeof getJwks.answer.schema>;
  }
}
