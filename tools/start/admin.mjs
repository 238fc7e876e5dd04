// `npm run admin -- <command>`: the installer's command line, built like the product itself.
import { runApp } from './run-app.mjs';

await runApp('admin', (line) => console.error(line));
