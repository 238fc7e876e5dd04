import { capitalized, requireContextName, requirePascal, spellings, UsageError } from './names.mjs';

const defaults = { write: 'Organization:ModifyOrganization', read: 'Organization:GetOrganizationDetails' };

/** `--write=Webhook:CreateWebhookDestination` */
function permission(draft, options, use) {
  const prefix = `--${use}=`;
  const name = options.find((option) => option.startsWith(prefix))?.slice(prefix.length) ?? defaults[use];
  if (draft.read('libs/auth/src/permissions.ts').includes(`'${name}': organization,`)) return name;
  throw new UsageError(
    `libs/auth/src/permissions.ts has no permission ${name} that depends only on the organization.`,
  );
}

/**
 * A whole context with one aggregate: contract, domain, use cases, read model, service, tests and app. It runs and its
 * tests pass as generated; the author then extends it.
 */
export function generateContext(draft, [contextName, aggregateName, ...options]) {
  const context = requireContextName(contextName);
  const aggregate = spellings(requirePascal(aggregateName, 'the first aggregate'));
  if (draft.exists(`libs/${context}/src`)) throw new UsageError(`libs/${context}/src is there already.`);
  const values = {
    // The form of Prisma's migration folders: to the second, UTC.
    timestamp: new Date().toISOString().replace(/\D/g, '').slice(0, 14),
    context,
    Context: capitalized(context),
    Aggregate: aggregate.pascal,
    aggregate: aggregate.camel,
    aggregateKebab: aggregate.kebab,
    aggregateSnake: aggregate.snake,
    aggregateWords: aggregate.words,
    anAggregate: aggregate.withArticle,
    writePermission: permission(draft, options, 'write'),
    readPermission: permission(draft, options, 'read'),
  };
  draft.layDown('context', values, {
    keep: [`libs/${context}/README.md`],
    // A context that is only planned has a package.json without sources.
    replace: [`libs/${context}/package.json`],
  });
  return [
    '1. npm install        links the new packages',
    '2. npm run codegen    generates the contract, the Prisma client and the references of tsconfig.json',
    `3. node tools/test/jest.mjs --selectProjects unit int -- libs/${context}`,
    `4. eslint.config.mjs: add '${context}' to the contexts, unless it is there, so that the boundaries hold for it.`,
    `5. libs/installation/src/contexts/contexts.ts and apps/standalone/src/standalone.ts: run it in the standalone as well.`,
    `6. libs/gateway/src/services.ts: its client. Then routes: npm run generate -- route ${context} …`,
    `7. The permissions ${values.writePermission} and ${values.readPermission} are asked for: choose your own.`,
  ];
}
