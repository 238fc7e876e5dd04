import { bootstrap } from './bootstrap.mjs';

bootstrap('tools/start/start.mjs', process.argv.slice(2));
