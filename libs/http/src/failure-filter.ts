import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import { replyWithFailure } from './error-reply.js';

/** Turns everything that a handler throws into the one error body. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    replyWithFailure(host.switchToHttp().getResponse<FastifyReply>(), failure, this.logger);
  }
}
