import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { EchoService, type CountRequest, type EchoRequest } from '../../test/echo-service.js';
import { createMicroservices } from '../../test/microservice.js';
import { RpcController } from './rpc-controller.js';

const microservices = createMicroservices();
afterAll(() => microservices.close());

@RpcController(EchoService)
class EchoController {
  echo({ text }: EchoRequest) {
    return Promise.resolve({ text });
  }

  async *count({ to }: CountRequest) {
    for (let index = 0; index < to; index += 1) yield await Promise.resolve({ index });
  }
}

@RpcController({ echo: EchoService.echo })
class SecondEcho {
  echo({ text }: EchoRequest) {
    return Promise.resolve({ text });
  }
}

@Controller()
class OfAnotherTransport {
  @MessagePattern('things.happened', Symbol('events'))
  happened() {
    return 'event';
  }
}

describe('the start of a microservice', () => {
  it('given a service without its controller, then fails and names the methods', async () => {
    await expect(microservices.serve({ controllers: [] })).rejects.toThrow(
      'No RpcController serves /svc.test.v1.EchoService/Echo, /svc.test.v1.EchoService/Count',
    );
  });

  it('given two controllers of one method, then fails and names it', async () => {
    await expect(microservices.serve({ controllers: [EchoController, SecondEcho] })).rejects.toThrow(
      'Two RpcControllers serve /svc.test.v1.EchoService/Echo',
    );
  });

  it('given a service that is served twice, then fails and names the method', async () => {
    await expect(
      microservices.serve({ controllers: [EchoController] }, [EchoService, EchoService]),
    ).rejects.toThrow('/svc.test.v1.EchoService/Echo is served twice');
  });

  it('given a controller of a service that this server does not offer, then fails and names its methods', async () => {
    await expect(
      microservices.serve({ controllers: [EchoController] }, [{ echo: EchoService.echo }]),
    ).rejects.toThrow('No definition of this server has /svc.test.v1.EchoService/Count');
  });

  it('given handlers of another transport, then leaves them to that transport', async () => {
    const { client, strategy } = await microservices.serve({
      controllers: [EchoController, OfAnotherTransport],
    });
    expect([...strategy.getHandlers().keys()]).toEqual([EchoService.echo.path, EchoService.count.path]);
    expect(await client.echo({ text: 'x' })).toEqual({ text: 'x' });
  });
});
