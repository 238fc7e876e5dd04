import { Injectable } from '@nestjs/common';
import { ContextLifecycle } from '@svc/service-host';
import { SigningKeys } from './adapters/signing-keys.js';
import { PrismaClient } from './projections/gen/client.js';

@Injectable()
export class IdentityLifecycle extends ContextLifecycle {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly prisma: PrismaClient,
  ) {
    super();
  }

  /** Makes the first signing key when there is none. @throws StartupError with another master key. */
  override start(): Promise<void> {
    return this.signingKeys.start();
  }

  override stop(): Promise<void> {
    return this.prisma.$disconnect();
  }
}
