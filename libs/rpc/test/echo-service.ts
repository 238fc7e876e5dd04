import type { RpcMethod } from '../src/index.js';

export interface EchoRequest {
  readonly text: string;
}

export interface EchoResponse {
  readonly text: string;
}

export interface CountRequest {
  readonly to: number;
}

export interface CountResponse {
  readonly index: number;
  readonly payload?: string;
}

function method<Request, Response, Streamed extends boolean>(
  name: string,
  responseStream: Streamed,
): RpcMethod<Request, Response, Streamed> {
  return {
    path: `/svc.test.v1.EchoService/${name}`,
    requestStream: false,
    responseStream,
    requestSerialize: (value) => Buffer.from(JSON.stringify(value)),
    requestDeserialize: (bytes) => JSON.parse(bytes.toString()) as Request,
    responseSerialize: (value) => Buffer.from(JSON.stringify(value)),
    responseDeserialize: (bytes) => JSON.parse(bytes.toString()) as Response,
  };
}

/** A service definition in the form that ts-proto generates, with JSON instead of protobuf. */
export const EchoService = {
  echo: method<EchoRequest, EchoResponse, false>('Echo', false),
  count: method<CountRequest, CountResponse, true>('Count', true),
} as const;
