import { Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { validate } from '@svc/http';
import { z } from 'zod';
import { Public } from '../../access/route-access.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { str1 } from '../../wire/text.js';
import { toWireTime } from '../../wire/times.js';

/** Credentials come in headers alone (contract-classic.md 1.2). A UUID is the same in either case (RFC 9562 section 4). */
const SignInHeaders = z.object({ 'x-api-key': str1, 'x-api-key-id': str1.toLowerCase(), 'x-user-id': str1 });

@Controller('v1/:org/user/signin_with_api_key')
export class SignInController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Post()
  @HttpCode(200)
  @Public()
  async signIn(@Param('org') orgId: string, @Headers() headers: Readonly<Record<string, unknown>>) {
    const given = validate(SignInHeaders, headers, ['header']);
    const { idToken, expiresAtMs } = await this.identity.signInWithApiKey({
      orgId,
      apiKeyId: given['x-api-key-id'],
      apiKey: given['x-api-key'],
      userId: given['x-user-id'],
    });
    return { id_token: idToken, expires_at: toWireTime(expiresAtMs) };
  }
}
