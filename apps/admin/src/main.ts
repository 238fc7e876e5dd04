import { runAdmin } from './run-admin.js';

/** The installer's command line: `npm run admin -- <command>`. */
const { argv, env: environment, stdout, stderr } = process;
process.exitCode = await runAdmin(argv.slice(2), { environment, stdout, stderr });
