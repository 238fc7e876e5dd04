import { EchoService, type CountRequest, type EchoRequest } from '../../test/echo-service.js';
import { RpcController } from './rpc-controller.js';

const echo = ({ text }: EchoRequest) => Promise.resolve({ text });
async function* count({ to }: CountRequest) {
  for (let index = 0; index < to; index += 1) yield await Promise.resolve({ index });
}

// Each `@ts-expect-error` is a test of its own: the types of the specs are checked.
describe('the class of an RpcController', () => {
  it('given a missing method of the service, then neither compiles nor can be declared', () => {
    const declare = () => {
      // @ts-expect-error -- no `count`
      @RpcController(EchoService)
      class Incomplete {
        echo(request: EchoRequest) {
          return echo(request);
        }
      }
      return Incomplete;
    };
    expect(declare).toThrow('Incomplete has no method count of its own for /svc.test.v1.EchoService/Count');
  });

  it('given another request, response or kind of response, then does not compile', () => {
    const declare = () => {
      // @ts-expect-error -- another request
      @RpcController(EchoService)
      class OtherRequest {
        echo({ number }: { number: number }) {
          return Promise.resolve({ text: String(number) });
        }
        count(request: CountRequest) {
          return count(request);
        }
      }
      // @ts-expect-error -- another response
      @RpcController(EchoService)
      class OtherResponse {
        echo({ text }: EchoRequest) {
          return Promise.resolve({ length: text.length });
        }
        count(request: CountRequest) {
          return count(request);
        }
      }
      // @ts-expect-error -- a promise for a stream
      @RpcController(EchoService)
      class OneAnswer {
        echo(request: EchoRequest) {
          return echo(request);
        }
        count({ to }: CountRequest) {
          return Promise.resolve({ index: to });
        }
      }
      return [OtherRequest, OtherResponse, OneAnswer];
    };
    expect(declare).not.toThrow();
  });

  it('given a function in a field, which the type checker takes for a method, then can not be declared', () => {
    const declare = () => {
      @RpcController(EchoService)
      class WithField {
        echo = echo;
        count(request: CountRequest) {
          return count(request);
        }
      }
      return WithField;
    };
    expect(declare).toThrow('WithField has no method echo of its own');
  });

  it('given a call from our own code, then its stream is the iterable that it returns', async () => {
    @RpcController(EchoService)
    class Direct {
      echo(request: EchoRequest) {
        return echo(request);
      }
      count(request: CountRequest) {
        return count(request);
      }
    }
    const seen: number[] = [];
    for await (const { index } of new Direct().count({ to: 2 })) seen.push(index);
    expect(seen).toEqual([0, 1]);
  });
});
