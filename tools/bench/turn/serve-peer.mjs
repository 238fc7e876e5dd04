// What a turn is compared with, on its own embedded database: node serve-peer.mjs <folder> <module> [<packages>]
import path from 'node:path';
import '../../../test/support/source-loader.mjs';

const [folder, module, packages] = process.argv.slice(2);
const { startEmbeddedPostgres } = await import('@svc/postgres');
const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
process.on('disconnect', () => void server.stop().finally(() => process.exit(0)));
const { serve } = await import(module);
process.send(await serve(server.connectionString, packages));
