// node tools/bootstrap/run.mjs <file> [arguments]: runs a tool of this repository on the provided Node.
import { bootstrap } from './bootstrap.mjs';

bootstrap(process.argv[2], process.argv.slice(3));
