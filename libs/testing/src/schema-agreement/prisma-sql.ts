import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';

/** TypeScript has these types only in the library for browsers, with all else that browsers have. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Record<string, unknown>) => { readonly exports: object };
};

/**
 * The SQL with which Prisma's own schema engine would create the tables of a schema file. The engine runs as
 * WebAssembly, because the native one must be downloaded. It wants a database it can reach, and changes nothing there.
 */
export async function prismaSql(schemaFile: string, connectionString: string): Promise<string> {
  loadEngine();
  const file = { path: schemaFile, content: await readFile(schemaFile, 'utf8') };
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString }));
  const instance = await engine.SchemaEngine.new(
    { datamodels: [[file.path, file.content]] },
    () => undefined, // the engine's log
    adapter,
  );
  try {
    const { stdout } = await instance.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [file] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    instance.free();
  }
}

let loaded = false;

/** The package is made for bundlers, which would connect module and WebAssembly; here it is done by hand. */
function loadEngine(): void {
  if (loaded) return;
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const module = new WebAssembly.Module(readFileSync(path.join(folder, 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(exports);
  (exports as { __wbindgen_start(): void }).__wbindgen_start();
  loaded = true;
}
