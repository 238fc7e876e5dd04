import type { CallOptions as GrpcCallOptions, Client } from '@grpc/grpc-js';
import { fromServiceError, isServiceError } from './failure-metadata.js';
import { writeRequestMetadata } from './request-metadata.js';
import type { OutgoingCall, Transport } from './transport.js';

/** Calls over a connection. */
export class GrpcTransport implements Transport {
  constructor(private readonly client: Client) {}

  async unary({ method, request, metadata, signal, deadlineMs }: OutgoingCall): Promise<unknown> {
    let onAbort = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const call = this.client.makeUnaryRequest(
          method.path,
          (value: unknown) => method.requestSerialize(value),
          (bytes: Buffer) => method.responseDeserialize(bytes),
          request,
          writeRequestMetadata(metadata),
          grpcOptions(deadlineMs),
          (failure, value) => {
            if (failure) reject(failure);
            else resolve(value);
          },
        );
        onAbort = () => call.cancel();
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    } catch (failure) {
      throw toPublic(failure);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async *stream({ method, request, metadata, signal, deadlineMs }: OutgoingCall): AsyncGenerator {
    const call = this.client.makeServerStreamRequest(
      method.path,
      (value: unknown) => method.requestSerialize(value),
      (bytes: Buffer) => method.responseDeserialize(bytes),
      request,
      writeRequestMetadata(metadata),
      grpcOptions(deadlineMs),
    );
    // The status of a call that was cancelled may come when nobody iterates any more; unheard it would end the process.
    call.on('error', () => undefined);
    const onAbort = (): void => call.cancel();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for await (const message of call) yield message as unknown;
    } catch (failure) {
      throw toPublic(failure);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      call.cancel();
    }
  }
}

const grpcOptions = (deadlineMs: number | undefined): GrpcCallOptions =>
  deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };

const toPublic = (failure: unknown): unknown =>
  isServiceError(failure) ? fromServiceError(failure) : failure;
