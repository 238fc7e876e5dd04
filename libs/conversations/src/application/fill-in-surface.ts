import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import type { EventMetadata } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { hashOfToken, isAmongHashes } from '../adapters/surface-tokens.js';
import {
  existingSurface,
  invalidLink,
  linkExpired,
  type SurfaceCommand,
} from '../domain/surface/surface-decider.js';
import type { Surface } from '../domain/surface/surface.js';
import { Surfaces } from '../log/surfaces.js';
import { WORKSPACES, type Workspaces } from '../ports/ports.js';
import { findLinkedSurface } from '../projections/surface-query.js';
import { InTurn } from '../surfaces/in-turn.js';

/** A page may save all its fields at the same moment: they wait for one another. */
const mostWaiting = 100;
/** Each of them tries a few times. */
const mostAttempts = 4;

/** What whoever has a link can do with its surface. The token is the only credential. Errors: see the RPCs. */
@Injectable()
export class FillInSurface {
  readonly #inTurn = new InTurn(mostWaiting);

  constructor(
    private readonly surfaces: Surfaces,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACES) private readonly workspaces: Workspaces,
  ) {}

  open(token: string, metadata: EventMetadata): Promise<Surface> {
    return this.#change(token, metadata, { type: 'OpenSurface' });
  }

  async save(token: string, metadata: EventMetadata, key: string, value: unknown): Promise<void> {
    await this.#change(token, metadata, { type: 'SaveField', key, value });
  }

  submit(token: string, metadata: EventMetadata): Promise<Surface> {
    return this.#change(token, metadata, { type: 'SubmitSurface' });
  }

  async #change(token: string, metadata: EventMetadata, command: SurfaceCommand): Promise<Surface> {
    const tokenHash = hashOfToken(token);
    const found = await findLinkedSurface(this.database, tokenHash);
    if (found === undefined) throw invalidLink();
    const { tenantId, surfaceId: id } = found;
    if (!(await this.workspaces.works(tenantId))) throw linkExpired();
    const change = () =>
      this.surfaces.change({ tenantId, id, metadata }, ({ state: current }) => {
        if (!isAmongHashes(tokenHash, current?.links ?? [])) throw invalidLink();
        return command;
      });
    try {
      const { state } = await this.#inTurn.run(`${tenantId}/${id}`, () => persistently(change));
      return existingSurface(state);
    } catch (error) {
      throw error instanceof SubjectErasedError ? linkExpired() : error;
    }
  }
}

/** Other instances may save values of the same form. */
async function persistently<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < mostAttempts; attempt += 1)
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ConcurrencyError)) throw error;
    }
  return change();
}
