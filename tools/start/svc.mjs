// `npm run -s svc -- <command>`: the customers' command line, built like the product itself.
import { runApp } from './run-app.mjs';

await runApp('cli', (line) => console.error(line));
