import { Controller, Header, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { Serves } from '../route/serves.js';
import { IDENTITY, type IdentityClient } from '../services.js';
import { getJwks } from './jwks.routes.js';

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
