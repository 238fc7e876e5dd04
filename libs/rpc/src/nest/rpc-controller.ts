import { Controller, type Type } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants.js';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { AnyRpcMethod, RpcDefinition } from '../definition.js';
import type { Handlers } from '../rpc-server.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { rpcTransport } from './rpc-transport.js';
import { draining } from './stream-draining.js';

/**
 * A Nest controller for a generated service definition. Each method of the definition is served by the method of the
 * same name, `(request, call: RpcCall) => Promise<Response>`, or `AsyncIterable<Response>` for a stream. A class with a
 * missing method or another request or response does not compile. DomainErrors reach the caller unchanged
 * (`DomainErrorFilter` is applied after the class's own filters).
 * @throws Error if the class lacks a method of the definition
 */
export function RpcController<Definition extends RpcDefinition>(definition: Definition) {
  return <Class extends Type<Handlers<Definition>>>(target: Class): void => {
    Controller()(target);
    catchLast(target);
    for (const [name, method] of Object.entries(definition)) bind(target, name, method);
  };
}

/** Nest runs the filters of a class from the last declared to the first. */
function catchLast(target: Type): void {
  const own = (Reflect.getOwnMetadata(EXCEPTION_FILTERS_METADATA, target) ?? []) as unknown[];
  Reflect.defineMetadata(EXCEPTION_FILTERS_METADATA, [new DomainErrorFilter(), ...own], target);
}

function bind(target: Type, name: string, method: AnyRpcMethod): void {
  const prototype = target.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof descriptor?.value !== 'function') {
    throw new Error(`${target.name} has no method ${name} of its own for ${method.path}`);
  }
  if (method.responseStream) descriptor.value = draining(descriptor.value as Parameters<typeof draining>[0]);
  MessagePattern(method.path, rpcTransport)(prototype, name, descriptor);
  // With a custom strategy, handlers get only the request unless the parameters are named.
  Payload()(prototype, name, 0);
  Ctx()(prototype, name, 1);
  Object.defineProperty(prototype, name, descriptor);
}
