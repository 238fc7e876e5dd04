import { DomainError, type ErrorCode } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../limits/rate-limits.js';
import type { Authenticator } from './authenticator.js';
import type { CallersInFlight } from './callers-in-flight.js';
import { callerKey } from '../limits/caller-key.js';

const ofOthers: ReadonlySet<ErrorCode> = new Set(['organization_not_found', 'workspace_mismatch']);

export interface AdmissionParts {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  readonly callersInFlight: CallersInFlight;
}

/** What a request has to pass before its body is read: who sent it, whether they may, and whether it is not too many. */
export class Admission {
  constructor(private readonly parts: AdmissionParts) {}

  /** @throws DomainError 401 before 429 before 503. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { authenticator, limits, callersInFlight } = this.parts;
    try {
      const pending = authenticator.admit(request);
      if (pending) await pending;
    } catch (rejection) {
      await this.#countRefused(rejection, request, reply);
      throw rejection;
    }
    const { route } = request.routeOptions.config;
    if (route) await limits.countRequest(route, request, reply);
    callersInFlight.enter(request, reply);
  }

  /** A credential of another organization or workspace is as good as none; one that lacks a permission uses up its user's budget. */
  async #countRefused(rejection: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!(rejection instanceof DomainError)) return;
    const { route } = request.routeOptions.config;
    if (route && callerKey(request) !== undefined)
      await this.parts.limits.countRequest(route, request, reply);
    else if (rejection.row.httpStatus === 401 || ofOthers.has(rejection.code))
      await this.parts.limits.countFailedAuthentication(request);
  }
}
