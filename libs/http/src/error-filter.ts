import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ErrorReplies } from './error-reply.js';

/** Turns everything that a handler throws into the one error body. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly replies: ErrorReplies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    this.replies.send(host.switchToHttp().getResponse<FastifyReply>(), error);
  }
}
