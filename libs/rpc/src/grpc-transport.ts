import type { CallOptions as GrpcCallOptions, Client, Metadata } from '@grpc/grpc-js';
import { fromServiceError, isServiceError } from './error-metadata.js';
import { writeRequestMetadata } from './request-metadata.js';
import { routingKey } from './routing/rendezvous-balancer.js';
import type { OutgoingCall, Transport } from './transport.js';

/** Key of calls that must reach the same instance; undefined if any instance will do. */
export type RouteBy = (request: unknown) => string | undefined;

/** Calls over one connection, or over one to each instance of a service. */
export class GrpcTransport implements Transport {
  constructor(
    private readonly client: Client,
    private readonly routeBy: RouteBy = () => undefined,
  ) {}

  async unary({ method, request, metadata, signal, deadlineMs }: OutgoingCall): Promise<unknown> {
    let onAbort = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const call = this.client.makeUnaryRequest(
          method.path,
          (value: unknown) => method.requestSerialize(value),
          (bytes: Buffer) => method.responseDeserialize(bytes),
          request,
          this.#metadataOf(request, metadata),
          grpcOptions(deadlineMs),
          (error, value) => {
            if (error) reject(error);
            else resolve(value);
          },
        );
        onAbort = () => call.cancel();
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    } catch (error) {
      throw toPublic(error);
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
      this.#metadataOf(request, metadata),
      grpcOptions(deadlineMs),
    );
    // A cancelled call may end when nobody iterates any longer. Without a listener its error would end the process.
    call.on('error', () => undefined);
    const onAbort = (): void => call.cancel();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for await (const message of call) yield message as unknown;
    } catch (error) {
      throw toPublic(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      call.cancel();
    }
  }

  #metadataOf(request: unknown, given: OutgoingCall['metadata']): Metadata {
    const metadata = writeRequestMetadata(given);
    const key = this.routeBy(request);
    if (key !== undefined) metadata.set(routingKey, key);
    return metadata;
  }
}

const grpcOptions = (deadlineMs: number | undefined): GrpcCallOptions =>
  deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };

const toPublic = (error: unknown): unknown => (isServiceError(error) ? fromServiceError(error) : error);
