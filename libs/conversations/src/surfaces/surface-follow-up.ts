import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import { FewAtOnce, type Clock, type IdGenerator } from '@svc/kernel';
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
  type FoundRequest,
  type FoundSurface,
  type RequestedSurface,
  type SurfaceKey,
} from '../projections/surface-query.js';
import { MakeRequestedSurface } from './make-requested-surface.js';
import { ReportSurface } from './report-surface.js';

/** Interval of the search for what an instance that died has left, and for surfaces whose time is over. */
const sweepMs = 5_000;
const foundAtOnce = 200;
/** How many steps at once on this instance. */
const mostAtOnce = 8;
/** An instance looks at all requests once, when it starts, and after that at those of the last day. */
const recentMs = 24 * 3_600_000;
/** What fails is left for a while. */
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
  readonly #few = new FewAtOnce(mostAtOnce);
  #sweeping: Promise<void> | null = null;
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
        if (state && unreportedEnd(state) !== null) void this.#report({ tenantId, surfaceId });
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
    await this.#sweeping;
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  #changed({ tenantId, id: conversationId, events }: ChangedConversation): void {
    for (const event of events)
      if (event.type === 'SurfaceRequested')
        void this.#make({ tenantId, conversationId, surfaceRequestId: event.data.surfaceRequestId });
  }

  /** One search at a time, which ends with what it has found. */
  #sweep(): Promise<void> {
    return (this.#sweeping ??= this.#search().finally(() => (this.#sweeping = null)));
  }

  async #search(): Promise<void> {
    try {
      const nowMs = this.clock.now();
      const sinceMs = this.#hasLookedAtAll ? nowMs - recentMs : 0;
      const { database } = this;
      await this.#each<FoundRequest>(
        (after) => unmetSurfaceRequests(database, { sinceMs, after, limit: foundAtOnce }),
        (request) => this.#make(request),
      );
      this.#hasLookedAtAll = true;
      await this.#each<FoundSurface>(
        (after) => dueSurfaces(database, { nowMs, after, limit: foundAtOnce }),
        (due) => this.#expire(due),
      );
      await this.#each<FoundSurface>(
        (after) => unreportedSurfaces(database, { after, limit: foundAtOnce }),
        (over) => this.#report(over),
      );
    } catch (error) {
      this.logger.warn('surfaces that wait for something could not be found', { error });
    }
  }

  /** Page by page: what can't be done holds up nothing behind it. */
  async #each<Found>(
    find: (after: Found | null) => Promise<readonly Found[]>,
    follow: (found: Found) => Promise<void>,
  ): Promise<void> {
    let page: readonly Found[] = [];
    do {
      page = await find(page.at(-1) ?? null);
      await Promise.all(page.map(follow));
    } while (page.length === foundAtOnce && this.#ends.length > 0);
  }

  #make(request: RequestedSurface): Promise<void> {
    const { tenantId, conversationId, surfaceRequestId } = request;
    return this.#begin(`make ${tenantId}/${conversationId}/${surfaceRequestId}`, async () => {
      const surfaceId = await this.making.execute(request);
      // One that can't be made is over at once.
      await this.reporting.execute({ tenantId, surfaceId });
    });
  }

  #expire({ tenantId, surfaceId: id }: SurfaceKey): Promise<void> {
    return this.#begin(`expire ${tenantId}/${id}`, async () => {
      const target = { tenantId, id, metadata: ownMetadata(this.ids) };
      await this.surfaces.change(target, () => ({ type: 'ExpireSurface' }));
    });
  }

  #report(key: SurfaceKey): Promise<void> {
    return this.#begin(`report ${key.tenantId}/${key.surfaceId}`, () => this.reporting.execute(key));
  }

  /** Never rejects. What is under way is not begun again. */
  #begin(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.#underWay.get(name);
    if (before !== undefined) return before;
    if (this.#ends.length === 0 || this.#troubled.has(name)) return Promise.resolve();
    const done = this.#few
      .run(async () => {
        // It has waited for others.
        if (this.#ends.length > 0) await work();
      })
      .catch((error: unknown) => {
        this.#troubled.set(name, true);
        if (error instanceof SubjectErasedError) return;
        this.logger.warn('what follows for a surface could not be done', { error });
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, done);
    return done;
  }
}
