import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import type { FastifyRequest } from 'fastify';
import { signInFirst } from './credential.js';

/** The user behind the request, on a route for callers. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw signInFirst();
  return caller;
});

/** The user behind the request, if anyone signed in. */
export const MaybeCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().caller,
);
