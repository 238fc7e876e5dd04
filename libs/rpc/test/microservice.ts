import { type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { silentLogger } from '@svc/telemetry';
import { createClient, createSocketFolder, type RpcDefinition } from '../src/index.js';
import { RpcStrategy } from '../src/nest/index.js';
import { EchoService } from './echo-service.js';

/** Nest microservices of the given controllers and providers, over unix sockets; `close` ends all of them. */
export function createMicroservices() {
  const folder = createSocketFolder(`rpc-nest-${process.pid}-${Math.random()}`);
  const closing: (() => unknown)[] = [];
  let count = 0;

  const serve = async (metadata: ModuleMetadata, definitions: readonly RpcDefinition[] = [EchoService]) => {
    const address = folder.address(`m${count++}`);
    const strategy = new RpcStrategy({ address, definitions, logger: silentLogger });
    const application = await NestFactory.createMicroservice(
      { module: class TestModule {}, ...metadata },
      { strategy, abortOnError: false, logger: false },
    );
    await application.listen();
    const client = createClient(EchoService, strategy.address);
    closing.push(
      () => client.close(),
      () => application.close(),
    );
    return { client, application, strategy };
  };
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0)) await end();
    folder.remove();
  };
  return { serve, close };
}
