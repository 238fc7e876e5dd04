import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { FailureReplies } from './error-reply.js';

/** Turns everything that a handler throws into the one error body. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly replies: FailureReplies) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    this.replies.send(host.switchToHttp().getResponse<FastifyReply>(), failure);
  }
}
