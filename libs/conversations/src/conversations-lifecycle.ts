import { Injectable } from '@nestjs/common';
import { ContextLifecycle } from '@svc/service-host';
import { LeaseTimers } from './lease/lease-timers.js';
import { Leftovers } from './lease/leftovers.js';
import { PrismaClient } from './projections/gen/client.js';
import { RunningTurns } from './turn/running-turns.js';

@Injectable()
export class ConversationsLifecycle extends ContextLifecycle {
  constructor(
    private readonly leftovers: Leftovers,
    private readonly timers: LeaseTimers,
    private readonly turns: RunningTurns,
    private readonly prisma: PrismaClient,
  ) {
    super();
  }

  /** Voids first what an earlier life of this instance has left behind: before anything is served. */
  override async start(): Promise<void> {
    await this.leftovers.voidOwn();
    this.timers.start();
  }

  /** Turns that run end with their last event; their leases are renewed until then. */
  override drain(graceMs: number): Promise<void> {
    return this.turns.drain(graceMs);
  }

  override async stop(): Promise<void> {
    this.timers.stop();
    await this.prisma.$disconnect();
  }
}
