import { DomainError, type ErrorCode } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../limits/rate-limits.js';
import type { Authenticator } from './authenticator.js';
import { callerKey } from '../limits/caller-key.js';

const ofOthers: ReadonlySet<ErrorCode> = new Set(['organization_not_found', 'workspace_mismatch']);

export interface AdmissionParts {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
}

/** The checks of a request before its body is read: who sent it, whether they may, and the rate limit. */
export class Admission {
  constructor(private readonly parts: AdmissionParts) {}

  /** @throws DomainError 401 before 429. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { authenticator, limits } = this.parts;
    try {
      const pending = authenticator.admit(request);
      if (pending) await pending;
    } catch (rejection) {
      await this.#countRefused(rejection, request, reply);
      throw rejection;
    }
    const { route } = request.routeOptions.config;
    if (route) await limits.countRequest(route, request, reply);
  }

  /**
   * A credential of another organization or workspace counts as invalid. A request without permission counts against
   * its user's limit.
   */
  async #countRefused(rejection: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!(rejection instanceof DomainError)) return;
    const { route } = request.routeOptions.config;
    if (route && callerKey(request) !== undefined)
      await this.parts.limits.countRequest(route, request, reply);
    else if (rejection.row.httpStatus === 401 || ofOthers.has(rejection.code))
      await this.parts.limits.countFailedAuthentication(request);
  }
}
