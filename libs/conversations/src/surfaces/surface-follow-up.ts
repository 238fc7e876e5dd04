import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { LRUCache } from 'lru-cache';
import { unreportedEnd } from '../domain/surface/surface.js';
import { ownMetadata } from '../lease/leftovers.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import { Surfaces } from '../log/surfaces.js';
import {
  dueSurfaces,
  unmetSurfaceRequests,
  unreportedSurfaces,
  type RequestedSurface,
  type SurfaceKey,
} from '../projections/surface-query.js';
import { MakeRequestedSurface } from './make-requested-surface.js';
import { ReportSurface } from './report-surface.js';

/** Interval of the search for what an instance that died has left, and for surfaces whose time is over. */
const sweepMs = 5_000;
const foundAtOnce = 200;
/** An instance looks at all requests once, when it starts, and after that at those of the last day. */
const recentMs = 24 * 3_600_000;
/** What fails is left for a while, so that others come first. */
const troubledMs = 30_000;

/**
 * What follows between conversations and surfaces: a surface is made of each request, expires when its time is over, and its end is told
 * to the conversation. That it is to be done follows from the log, so no crash loses it: the instance that wrote it does it at once, any
 * instance does what it finds left. Each step may be done twice, and has its effect once.
 */
@Injectable()
export class SurfaceFollowUp {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ends: (() => void)[] = [];
  readonly #troubled = new LRUCache<string, true>({ max: 10_000, ttl: troubledMs });
  #hasLookedAtAll = false;

  constructor(
    private readonly conversations: Conversations,
    private readonly surfaces: Surfaces,
    private readonly making: MakeRequestedSurface,
    private readonly reporting: ReportSurface,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#ends.push(
      this.conversations.watch((changed) => this.#changed(changed)),
      this.surfaces.watch(({ tenantId, id: surfaceId, state }) => {
        if (state && unreportedEnd(state) !== null) this.#report({ tenantId, surfaceId });
      }),
      this.scheduler.every(sweepMs, () => this.#sweep()),
    );
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await this.settled();
  }

  /** Resolves when what is under way has ended. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  #changed({ tenantId, id: conversationId, events }: ChangedConversation): void {
    for (const event of events)
      if (event.type === 'SurfaceRequested')
        this.#make({ tenantId, conversationId, surfaceRequestId: event.data.surfaceRequestId });
  }

  async #sweep(): Promise<void> {
    try {
      const nowMs = this.clock.now();
      const sinceMs = this.#hasLookedAtAll ? nowMs - recentMs : 0;
      const unmet = await unmetSurfaceRequests(this.database, sinceMs, foundAtOnce);
      this.#hasLookedAtAll = unmet.length < foundAtOnce;
      for (const request of unmet) this.#make(request);
      for (const due of await dueSurfaces(this.database, nowMs, foundAtOnce)) this.#expire(due);
      for (const over of await unreportedSurfaces(this.database, foundAtOnce)) this.#report(over);
      await this.settled();
    } catch (error) {
      this.logger.warn('surfaces that wait for something could not be found', { error });
    }
  }

  #make(request: RequestedSurface): void {
    const { tenantId, conversationId, surfaceRequestId } = request;
    this.#begin(`make ${tenantId}/${conversationId}/${surfaceRequestId}`, async () => {
      const surfaceId = await this.making.execute(request);
      // One that can't be made is over at once.
      await this.reporting.execute({ tenantId, surfaceId });
    });
  }

  #expire({ tenantId, surfaceId: id }: SurfaceKey): void {
    this.#begin(`expire ${tenantId}/${id}`, async () => {
      const target = { tenantId, id, metadata: ownMetadata(this.ids) };
      await this.surfaces.change(target, () => ({ type: 'ExpireSurface' }));
    });
  }

  #report(key: SurfaceKey): void {
    this.#begin(`report ${key.tenantId}/${key.surfaceId}`, () => this.reporting.execute(key));
  }

  #begin(name: string, work: () => Promise<void>): void {
    if (this.#ends.length === 0 || this.#underWay.has(name) || this.#troubled.has(name)) return;
    const done = work()
      .catch((error: unknown) => {
        this.#troubled.set(name, true);
        if (error instanceof SubjectErasedError) return;
        this.logger.warn('what follows for a surface could not be done', { error });
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, done);
  }
}
