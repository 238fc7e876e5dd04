import { spellings, requireContextName, requirePascal } from './names.mjs';
import { appendMessage, eventsFile, fields } from './proto.mjs';

/**
 * An event of an aggregate: its contract is written, the rest is told, because it stands in the middle of code that
 * only its author can judge. The compiler names each place that is still missing.
 */
export async function generateEvent([contextName, aggregateName, eventName, ...specifications]) {
  const context = requireContextName(contextName);
  const aggregate = spellings(requirePascal(aggregateName, 'the aggregate'));
  const event = requirePascal(eventName, 'the event');
  const file = eventsFile(context);
  await appendMessage(
    file,
    `Stream ${aggregate.snake}/<${aggregate.snake}_id>. Public.`,
    event,
    fields(specifications),
  );
  const lib = `libs/${context}/src`;
  return [
    `Wrote the message ${event} into ${file}. Next:`,
    `1. Say in a comment what happened, mark personal fields with [(svc.common.v1.personal) = true] (import`,
    `   "svc/common/v1/options.proto"), and decide whether it is public. Then: npm run codegen`,
    `2. ${lib}/domain/${aggregate.kebab}/${aggregate.kebab}.ts: add DomainEvent<'${event}', …> to ${aggregate.pascal}Event,`,
    `   and what the compiler then asks for in decide and evolve. First a test: given / when / then.`,
    `3. ${lib}/adapters/event-types.ts: ${event}: { schemaVersion: 1, visibility: 'public', message: ${event} },`,
    `   with personalFields['svc.${context}.v1.${event}'] from @svc/contracts/personal-fields when there are any.`,
    `4. ${lib}/projections/${aggregate.kebab}-rows.ts: the rows that change with it. The rebuild test proves them.`,
  ];
}
