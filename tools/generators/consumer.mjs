import ts from 'typescript';
import { capitalized, instead, requireContextName, requirePascal, UsageError } from './names.mjs';
import { eventsFile } from './proto.mjs';
import { append, edit, find, importNames } from './syntax.mjs';

/** `role-standing` -> `RoleStanding` */
const pascal = (kebab) => kebab.split('-').map(capitalized).join('');

/**
 * A consumer of another context's public events: an event controller with a method for one type, in the module of its
 * context. The author adds its effect.
 */
export function generateConsumer(draft, [contextName, consumer, event, ...options]) {
  const context = requireContextName(contextName);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(consumer ?? ''))
    throw new UsageError(`Name the consumer like role-standing${instead(consumer)}`);
  const [sourceName, typeName] = (event ?? '').split('.');
  const source = requireContextName(sourceName);
  const type = requirePascal(typeName, 'the event');
  requirePublic(draft, source, type);
  const isProjection = options.includes('--projection');
  const name = pascal(consumer);

  const [controller] = draft.layDown('consumer', {
    context,
    consumer,
    Consumer: name,
    source,
    Event: type,
    event: type.charAt(0).toLowerCase() + type.slice(1),
    decorator: isProjection ? 'On' : 'ReactTo',
    handlingImport: isProjection ? 'EffectHandling, ' : '',
    handling: isProjection ? ', _handling: EffectHandling' : '',
  });
  edit(draft, `libs/${context}/src/${context}.module.ts`, (module) => [
    append(controllersOf(module), `${name}Controller`),
    importNames(module, [`${name}Controller`], `./events/${consumer}.controller.js`),
  ]);
  return [
    `1. ${controller}: what follows from the event, by a provider of application/ or projections/; more types by more methods.`,
    isProjection
      ? '2. Only statements by `tx`. @OnBatch takes many events at once, and @OnResync undoes the effects of a stream.'
      : '2. The same event may come again: tolerate repeats. If only statements are needed, use @On (--projection).',
    `3. A test that feeds it with each of samplesOf(${source}Events.${type}) (@svc/testing) over a TestBus, then looks. Those that start ${context} give it a bus.`,
    `4. apps/${context}/src/main.ts: the bus of a process of its own.`,
  ];
}

function requirePublic(draft, source, type) {
  const file = eventsFile(source);
  const text = draft.exists(file) ? draft.read(file) : '';
  const message = new RegExp(`^message ${type} \\{\\s*option \\(svc\\.common\\.v1\\.public\\) = true;`, 'm');
  if (!message.test(text)) throw new UsageError(`${file} has no public event ${type}.`);
}

/** The list of the module's controllers: in its metadata, or as a constant of that name. */
function controllersOf(module) {
  const isList = (node) =>
    (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
    node.name.getText() === 'controllers' &&
    node.initializer !== undefined &&
    ts.isArrayLiteralExpression(node.initializer);
  const found = find(module, isList);
  if (!found) throw new UsageError(`${module.fileName} has no list of controllers.`);
  return found.initializer;
}
