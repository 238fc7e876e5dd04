import { Catch, type RpcExceptionFilter } from '@nestjs/common';

/** Lets failures reach the inbox as they are: without it Nest makes "Internal server error" of each. */
@Catch()
export class ErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}
