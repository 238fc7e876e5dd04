/**
 * One method as ts-proto's `outputServices=grpc-js` writes it. Method syntax on purpose: it lets one type cover the
 * generated definitions with their different protos.
 */
export interface RpcMethod<Request, Response, Streamed extends boolean> {
  /** `/svc.identity.v1.IdentityService/CreateUser`. */
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: Streamed;
  requestSerialize(value: Request): Buffer;
  requestDeserialize(bytes: Buffer): Request;
  responseSerialize(value: Response): Buffer;
  responseDeserialize(bytes: Buffer): Response;
}

export type AnyRpcMethod = RpcMethod<unknown, unknown, boolean>;

/** A generated service definition, such as `IdentityServiceService`: unary methods and server streams. */
export type RpcDefinition = Readonly<Record<string, AnyRpcMethod>>;

export type RequestOf<Method> = Method extends { requestDeserialize(bytes: Buffer): infer Request }
  ? Request
  : never;

export type ResponseOf<Method> = Method extends { responseDeserialize(bytes: Buffer): infer Response }
  ? Response
  : never;

export type IsStreamed<Method> = Method extends { readonly responseStream: true } ? true : false;
