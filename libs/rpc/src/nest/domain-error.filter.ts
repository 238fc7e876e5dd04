import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { DomainError } from '@svc/errors';

/** What Nest throws for a guard that said no. */
const refusedByGuard = 'Forbidden resource';

/**
 * Lets failures leave Nest's pipeline as they are, for the server to tell the caller. Without a filter that catches all,
 * Nest makes `{ status: 'error', message: 'Internal server error' }` of each, DomainErrors included. A guard's refusal
 * becomes `permission_denied`.
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
