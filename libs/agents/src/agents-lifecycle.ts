import { Injectable } from '@nestjs/common';
import { ContextLifecycle } from '@svc/service-host';
import { PrismaClient } from './projections/gen/client.js';

@Injectable()
export class AgentsLifecycle extends ContextLifecycle {
  constructor(private readonly prisma: PrismaClient) {
    super();
  }

  override stop(): Promise<void> {
    return this.prisma.$disconnect();
  }
}
