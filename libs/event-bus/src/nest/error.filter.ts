import { Catch, type RpcExceptionFilter } from '@nestjs/common';

/** Passes errors to the inbox unchanged: Nest would turn each into "Internal server error". */
@Catch()
export class ErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}
