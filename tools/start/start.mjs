// `npm start`: builds what has changed, then runs the standalone in this process.
import { runApp } from './run-app.mjs';

await runApp('standalone', (line) => console.log(line));
