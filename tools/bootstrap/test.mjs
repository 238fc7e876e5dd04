import { bootstrap } from './bootstrap.mjs';

bootstrap('tools/test/test.mjs', process.argv.slice(2));
