// One RPC server of a built repository: node rpc-server.mjs <repository> <address>. By its Nest strategy where the
// repository has one, else by functions. Tells its processor time (in us) when asked.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getThing, ThingService, watchThings } from './thing-service.mjs';

const [repository, address] = process.argv.slice(2);
const built = (file) => path.join(repository, 'libs', file);
const load = (file) => import(pathToFileURL(file).href);
const { silentLogger } = await load(built('telemetry/dist/index.js'));
const nest = built('rpc/dist/nest/index.js');
await (existsSync(nest) ? serveByNest() : serveByFunctions());

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ processorUs: user + system });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');

async function serveByFunctions() {
  const { service, startRpcServer } = await load(built('rpc/dist/index.js'));
  const services = [service(ThingService, { getThing, watchThings })];
  await startRpcServer({ address, logger: silentLogger, services });
}

async function serveByNest() {
  const { resolve } = createRequire(path.join(repository, 'package.json'));
  const { NestFactory } = await load(resolve('@nestjs/core'));
  const { RpcController, RpcStrategy } = await load(nest);
  class ThingController {
    getThing(request) {
      return getThing(request);
    }
    watchThings(request, call) {
      return watchThings(request, call);
    }
  }
  RpcController(ThingService)(ThingController);
  const strategy = new RpcStrategy({ address, definitions: [ThingService], logger: silentLogger });
  const module = { module: class ThingModule {}, controllers: [ThingController] };
  const application = await NestFactory.createMicroservice(module, {
    strategy,
    abortOnError: false,
    logger: false,
  });
  await application.listen();
}
