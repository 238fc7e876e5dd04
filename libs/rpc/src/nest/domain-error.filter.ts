import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { DomainError } from '@svc/errors';

/** What Nest throws if a guard returns false. */
const refusedByGuard = 'Forbidden resource';

/**
 * Passes errors out of Nest's pipeline unchanged, for the server to send. Without a filter that catches all, Nest
 * replaces each with `{ status: 'error', message: 'Internal server error' }`, DomainErrors included. A guard's
 * rejection becomes `permission_denied`.
 */
@Catch()
export class DomainErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): never {
    if (error instanceof RpcException && error.getError() === refusedByGuard) {
      throw new DomainError('permission_denied', 'You may not do this.', { cause: error });
    }
    throw error;
  }
}
