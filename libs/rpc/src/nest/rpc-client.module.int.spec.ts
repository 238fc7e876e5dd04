import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { EchoService } from '../../test/echo-service.js';
import { createHarness } from '../../test/harness.js';
import type { RpcClient } from '../index.js';
import { clientToken, InjectClient, RpcClientModule } from './rpc-client.module.js';

const harness = createHarness();
afterAll(() => harness.close());

@Injectable()
class Caller {
  constructor(@InjectClient(EchoService) readonly echoes: RpcClient<typeof EchoService>) {}
}

describe('the client of a service elsewhere', () => {
  it('given its address, then it is injected by its definition and closed with the application', async () => {
    const { server } = await harness.start({});
    const application = await Test.createTestingModule({
      imports: [RpcClientModule.register([{ definition: EchoService, address: server.address }])],
      providers: [Caller],
    }).compile();
    const { echoes } = application.get(Caller);

    expect(await echoes.echo({ text: 'x' })).toEqual({ text: 'x' });
    await application.close();
    await expect(echoes.echo({ text: 'x' })).rejects.toThrow('Channel has been shut down');
  });

  it('given another client by a test, then that one is injected', async () => {
    const echoes = { echo: () => Promise.resolve({ text: 'mine' }) };
    const application = await Test.createTestingModule({
      imports: [RpcClientModule.register([{ definition: EchoService, address: '127.0.0.1:1' }])],
      providers: [Caller],
    })
      .overrideProvider(clientToken(EchoService))
      .useValue(echoes)
      .compile();
    expect(application.get(Caller).echoes).toBe(echoes);
    await application.close();
  });
});
