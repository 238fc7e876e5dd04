import { Injectable } from '@nestjs/common';
import { Erasures } from '@svc/privacy';
import { ContextLifecycle } from '@svc/service-host';
import { SigningKeys } from './adapters/signing-keys.js';
import { HandOverRoles } from './application/hand-over-roles.js';
import { WarnOfExpiringApiKeys } from './application/warn-of-expiring-api-keys.js';
import { WarnOfShadowedOrganizations } from './application/warn-of-shadowed-organizations.js';
import { PrismaClient } from './projections/gen/client.js';

@Injectable()
export class IdentityLifecycle extends ContextLifecycle {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly erasures: Erasures,
    private readonly expiringApiKeys: WarnOfExpiringApiKeys,
    private readonly handOverRoles: HandOverRoles,
    private readonly shadowedOrganizations: WarnOfShadowedOrganizations,
    private readonly prisma: PrismaClient,
  ) {
    super();
  }

  /**
   * Creates the first signing key when there is none.
   * @throws StartupError with another master key, or when a backup brought erased users back
   */
  override async start(): Promise<void> {
    await this.signingKeys.start();
    await this.erasures.start();
    await this.shadowedOrganizations.execute();
    this.expiringApiKeys.start();
    this.handOverRoles.start();
  }

  override async stop(): Promise<void> {
    await this.expiringApiKeys.stop();
    await this.handOverRoles.stop();
    await this.prisma.$disconnect();
  }
}
