// Writes what customers can use of the SDK: libs/sdk/public-api.md, each declaration that they can name or reach, and
// docs/sdk.md, the methods of both clients with their routes. Types of single routes are not in it: docs/api has them.
// node tools/sdk/public-api.mjs [--check]   with --check nothing is written, and a difference fails
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { root } from '../workspace/packages.mjs';
import { sdk, writeTypes } from './pack.mjs';

const types = mkdtempSync(path.join(tmpdir(), 'svc-sdk-types-'));
const wanted = new Map();
try {
  writeTypes(types);
  const entries = Object.entries(JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8')).exports);
  const reports = entries.map(([name, { '@svc/source': source }]) => {
    const file = path.join(types, path.relative('src', source).replace(/\.ts$/, '.d.ts'));
    return `## \`${path.posix.join('@svc/sdk', name)}\`\n\n\`\`\`ts\n${declarationsOf(file).join('\n')}\n\`\`\`\n`;
  });
  const head =
    '# What customers can use of the SDK\n\nWritten by `node tools/sdk/public-api.mjs`; a test compares it. A line that goes or changes may break them.\n\n';
  wanted.set(path.join(sdk, 'public-api.md'), head + reports.join('\n'));
  wanted.set(path.join(root, 'docs/sdk.md'), reference());
} finally {
  rmSync(types, { recursive: true, force: true });
}

for (const [file, text] of wanted) {
  const written = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (existsSync(file) && readFileSync(file, 'utf8') === written) continue;
  if (process.argv.includes('--check')) {
    console.error(
      `${path.relative(root, file)} is not what the SDK has. Where that is meant: node tools/sdk/public-api.mjs`,
    );
    process.exitCode = 1;
  } else {
    writeFileSync(file, written);
    console.log(`Wrote ${path.relative(root, file)}`);
  }
}

/** Of all that the entry exports, and of what these name in turn, by name; without comments. */
function declarationsOf(entry) {
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const found = new Map();
  const isOwn = ({ fileName }) => fileName.startsWith(types) && !fileName.startsWith(path.join(types, 'gen'));

  const visit = (given) => {
    const symbol = given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
    for (const declaration of symbol.declarations ?? []) {
      const file = declaration.getSourceFile();
      const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      if (found.has(whole) || !isOwn(file) || !isDeclared(whole)) continue;
      const text = printer.printNode(ts.EmitHint.Unspecified, whole, file).replace(/^export (declare )?/, '');
      found.set(whole, { name: symbol.name, text });
      const walk = (node) => {
        if (ts.isIdentifier(node)) {
          const named = checker.getSymbolAtLocation(node);
          if (named) visit(named);
        }
        ts.forEachChild(node, walk);
      };
      walk(whole);
    }
  };
  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry))))
    visit(symbol);
  return [...found.values()].map(({ text }) => text).sort((one, other) => (one < other ? -1 : 1));
}

function isDeclared(node) {
  return [
    ts.isVariableStatement,
    ts.isFunctionDeclaration,
    ts.isClassDeclaration,
    ts.isInterfaceDeclaration,
    ts.isTypeAliasDeclaration,
  ].some((is) => is(node));
}

/** From the tables that the resources declare. */
function reference() {
  const parts = ['PlatformClient', 'ClassicClient'].map((client) => {
    const surface = client.replace('Client', '').toLowerCase();
    const folder = path.join(sdk, 'src', surface, 'resources');
    const resources = readdirSync(folder).flatMap((file) =>
      tablesIn(readFileSync(path.join(folder, file), 'utf8')),
    );
    const names = namesIn(readFileSync(path.join(sdk, `src/${surface}/${surface}-client.ts`), 'utf8'));
    const sections = [...names].sort().map(([name, builder]) => {
      const { about = '', rows = [] } = resources.find((one) => one.builder === builder) ?? {};
      return `### \`client.${name}\`\n\n${about}\n\n${rows.length > 0 ? '| method | route |\n| --- | --- |\n' : ''}${rows.join('')}`;
    });
    return `## \`${client}\`\n\n${sections.join('\n')}`;
  });
  return `# The SDK's methods\n\nWritten by \`node tools/sdk/public-api.mjs\`. Arguments are the ids of the path, then the body or the query, then options; what routes take and answer: [routes](api/routes.md). A list has \`…AutoPaging\` beside it, which loops over all pages. How the SDK behaves: [its README](../libs/sdk/README.md).\n\n${parts.join('\n')}`;
}

/** `agents` is made by `agentsOf`. */
function namesIn(source) {
  return [...source.matchAll(/^ {4}this\.(\w+) = (\w+Of)\(core\);/gm)].map(([, name, builder]) => [
    name,
    builder,
  ]);
}

function tablesIn(source) {
  const constants = new Map(
    [...source.matchAll(/^const (\w+) = ['`]([^'`]+)['`];/gm)].map(([, name, text]) => [name, text]),
  );
  const filled = (text) =>
    text.replaceAll(/\$\{(\w+)\}/g, (_whole, name) => filled(constants.get(name) ?? name));
  return source.split(/^(?=\/\*\*[^\n]*\*\/\nexport const)|(?<!\*\/\n)^(?=export const)/m).flatMap((part) => {
    const builder = /export const (\w+Of) =/.exec(part)?.[1];
    if (builder === undefined) return [];
    const about = /^\/\*\* (.*?) \*\//.exec(part)?.[1];
    const declared = [...part.matchAll(/(\w+): (plain|withQuery|withBody|pages)\(\s*['`]([^'`]+)['`]/g)].map(
      ([, name, takes, route]) => row(takes === 'pages' ? `${name}, ${name}AutoPaging` : name, filled(route)),
    );
    return [{ builder, about, rows: [...declared, ...ownMethods(part)] }];
  });
}

/** Methods that are more than their route. */
function ownMethods(part) {
  const methods = [...part.matchAll(/\/\*\* ([^\n]*) \*\/\n {2,4}(\w+): (?:async )?\(/g)];
  return methods.map(([, about, name]) => row(name, about, ''));
}

function row(names, text, quote = '`') {
  const quoted = names.split(', ').map((name) => `\`${name}\``);
  return `| ${quoted.join(', ')} | ${quote}${text}${quote} |\n`;
}
