import { Catch, type RpcExceptionFilter } from '@nestjs/common';

/** Lets failures reach the inbox as they are: without it Nest makes "Internal server error" of each. */
@Catch()
export class FailureFilter implements RpcExceptionFilter {
  catch(failure: unknown): never {
    throw failure;
  }
}
