import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import { z } from 'zod';
import { AccessCache } from '../../access/access-cache.js';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { toWireTime } from '../../wire/times.js';
import { CreateApiKey, fromApiKey } from './api-key-schemas.js';

/** A UUID, which is the same in either case (RFC 9562 section 4). Anything else is the id of no key. */
const ApiKeyId = z.string().toLowerCase();

@Controller('v1/:org/organization/api_key')
export class ApiKeyController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Post()
  @ForCallers({ requires: ['Organization:CreateAPIKey'] })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: CreateApiKey }) body: z.output<typeof CreateApiKey>,
  ) {
    const { name, duration, role_name: roleName } = body;
    const created = await this.identity.createApiKey({ caller, name: name ?? undefined, duration, roleName });
    return {
      api_key_id: created.apiKeyId,
      api_key: created.apiKey,
      expires_at: toWireTime(created.expiresAtMs),
    };
  }

  @Get()
  @ForCallers({ asks: ['Organization:GetAPIKey'] })
  async list(@CurrentCaller() caller: Caller) {
    const { apiKeys } = await this.identity.listApiKeys({ caller });
    return { api_keys: apiKeys.map(fromApiKey) };
  }

  @Delete(':api_key_id')
  @ForCallers({ requires: ['Organization:DeleteAPIKey'], consumes: 'nothing' })
  async delete(@CurrentCaller() caller: Caller, @Param('api_key_id', { schema: ApiKeyId }) apiKeyId: string) {
    const deleted = await this.identity.deleteApiKey({ caller, apiKeyId });
    this.accesses.forget(caller.orgId);
    return { deleted_key_id: deleted.apiKeyId };
  }
}
