import { Inject, Injectable } from '@nestjs/common';
import { matchesApiKeyHash, signToken } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { CredentialUse } from '@svc/workspaces';
import { SigningKeys } from '../adapters/signing-keys.js';
import { tokenLifetimeMs } from '../domain/api-key/token-lifetime.js';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';
import { queryAccess, type AccessRow } from '../projections/access-query.js';
import { RoleCache } from '../projections/role-cache.js';
import { AccessJudge } from './access-judge.js';
import { organizationNotFound } from './organization-not-found.js';

export interface SignIn {
  readonly orgId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly userId: string;
}

export interface SignedIn {
  readonly idToken: string;
  readonly expiresAtMs: number;
}

/** Compared with when there is no such key, so that the response takes as long. */
const noSecret = Buffer.alloc(32);

@Injectable()
export class SignInWithApiKey {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(IDENTITY_OPTIONS) private readonly options: IdentityOptions,
    private readonly judge: AccessJudge,
    private readonly signingKeys: SigningKeys,
    private readonly use: CredentialUse,
    private readonly roles: RoleCache,
  ) {}

  /**
   * Exchanges an API key for a token of one of the organization's users. The token never outlives the key.
   * @throws DomainError `organization_not_found`; `unauthenticated` for everything else, with one message for whoever
   * does not hold the key.
   */
  async execute(signIn: SignIn): Promise<SignedIn> {
    const { orgId, userId, apiKeyId } = signIn;
    const row = await queryAccess(this.database, signIn);
    if (!row) throw organizationNotFound(orgId);
    const isSecretRight = matchesApiKeyHash(signIn.apiKey, row.secret_sha256 ?? noSecret);
    const nowMs = this.clock.now();
    const access = isSecretRight && (await this.judge.judge(signIn, row, nowMs));
    if (!access) throw isSecretRight ? await this.#refusedToHolder(orgId, row) : refused();
    await this.use.note(apiKeyId, row.last_used_at);
    const expiresAtMs = Math.min(nowMs + tokenLifetimeMs, access.keyExpiresAtMs);
    const claims = { orgId, userId, apiKeyId, issuedAtMs: nowMs, expiresAtMs };
    const key = await this.signingKeys.current();
    const idToken = await signToken(claims, this.options.tokenIssuer, key, this.ids.uuid());
    return { idToken, expiresAtMs: Math.floor(expiresAtMs / 1000) * 1000 };
  }

  /** The role of a key decides whom it signs in, and by default it is the administrators': its maker may have a higher one. */
  async #refusedToHolder(orgId: string, { key_role_id: roleId }: AccessRow): Promise<DomainError> {
    const role = roleId === null ? undefined : await this.roles.byId(orgId, roleId);
    return role === undefined ? refused() : refused(`The key has the role ${role.roleName}.`);
  }
}

function refused(aboutTheKey = ''): DomainError {
  const message =
    'The API key, its id and the user id do not allow a sign-in. One of them is wrong, the key has expired or was ' +
    'deleted, or the user has greater privileges than the key or its creator.';
  return new DomainError('unauthenticated', [message, aboutTheKey].filter(Boolean).join(' '));
}
