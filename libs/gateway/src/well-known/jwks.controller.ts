import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Public } from '../access/route-access.js';
import { IDENTITY, type IdentityClient } from '../services.js';

/** The public keys of our tokens (RFC 7517), where verifiers look for them. */
@Controller('.well-known/jwks.json')
export class JwksController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Get()
  @Header('content-type', 'application/jwk-set+json')
  // As long as our own verifier keeps them.
  @Header('cache-control', 'public, max-age=60')
  @Public()
  async keys(): Promise<string> {
    return (await this.identity.getJwks({})).jwksJson;
  }
}
