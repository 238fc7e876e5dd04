// Writes docs/api/events.md from the contracts and from those who take their events: node tools/codegen/event-reference.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace/packages.mjs';
import { contractDescriptors } from './buf.mjs';
import { eventConsumptions } from './event-consumers.mjs';
import { describedMessages } from './described-messages.mjs';
import { publicEventTypes } from './public-events.mjs';

const scalar = /^TYPE_/;

/** @returns {string} the whole page */
export function eventReference(descriptorSet = contractDescriptors()) {
  const messages = describedMessages(descriptorSet);
  const published = publicEventTypes(descriptorSet);
  const consumptions = eventConsumptions(published);
  const sections = [...published].toSorted().map(([context, types]) => {
    const names = types.map((type) => `svc.${context}.v1.${type}`);
    const parts = partsOf(names, messages).filter((name) => !names.includes(name));
    const events = types.map((type) => eventSection(context, type, { messages, consumptions }));
    const partSections = parts.map((name) => partSection(name, messages));
    const ofParts = parts.length === 0 ? [] : [`### Parts of the events of ${context}\n`, ...partSections];
    return [`## ${context}\n`, overviewOf(context, types, consumptions), ...events, ...ofParts].join('\n');
  });
  return `# Public events

Written by \`npm run codegen\` from \`proto/\` and from the declarations of those who take the events; a test compares them. Each context publishes its own events and nobody else's, as a CloudEvent (binary mode, JSON, \`ce_type\` is \`svc.<context>.v1.<event>\`, \`ce_subject\` the stream). Events of one stream come in their order, at least once. Fields may be added, and those that hold what is usual (empty, zero, false) are left out. **Personal** fields stand sealed under one key of the payload, and are absent once the person is erased.

Consumers: a *projection* writes in the transaction of its inbox, a *reaction* does its work by itself and may do it again, a *tail* sees what comes from now on, in each process, and keeps no place. \`<context>\` stands for each context. Every consumer is tested with the recorded samples of what it takes (\`proto/svc/<context>/v1/samples\`).

${sections.join('\n')}`;
}

function overviewOf(context, types, consumptions) {
  const rows = types.map(
    (type) =>
      `| [${type}](${anchorOf(`svc.${context}.v1.${type}`)}) | ${consumersOf(context, type, consumptions)} |`,
  );
  return `| published by ${context} | consumed by |\n|---|---|\n${rows.join('\n')}\n`;
}

function consumersOf(context, type, consumptions) {
  const takers = consumptions.filter((one) => one.source === context && one.type === type);
  return takers.map(({ consumer, way }) => `\`${consumer}\` (${way})`).join(', ') || '–';
}

function eventSection(context, type, { messages, consumptions }) {
  const message = messages.get(`svc.${context}.v1.${type}`);
  return `### ${headingOf(message.name)}

${message.comment}

- stream: \`${streamOf(message)}\`
- consumed by: ${consumersOf(context, type, consumptions)}

${fieldTable(message, messages)}
`;
}

/** As the message's comment says, or the file's, of a context with streams of one kind. @throws Error without either */
function streamOf({ name, comment, fileComment }) {
  const [, own] = /\bStream:? (\S+?)[.,](?:\s|$)/.exec(comment) ?? [];
  const [, all] = /\bStream: (\S+?)\.(?:\s|$)/.exec(fileComment) ?? [];
  const stream = (own ?? all)?.replaceAll('&lt;', '<');
  if (!stream) throw new Error(`Neither the comment of ${name} nor that of its file names its stream.`);
  return stream.startsWith('<tenant>/')
    ? stream
    : `<tenant>/${stream.includes('/') ? stream : `${stream}/<id>`}`;
}

function partSection(name, messages) {
  const { comment, values, ...message } = messages.get(name);
  const title = `#### ${headingOf(name)}\n`;
  const body = values ? values.map((value) => `- \`${value}\``).join('\n') : fieldTable(message, messages);
  return [title, ...(comment ? [`${comment}\n`] : []), `${body}\n`].join('\n');
}

function fieldTable({ fields }, messages) {
  if (fields.length === 0) return 'No fields.';
  const rows = fields.map(({ name, isPersonal, comment, ...field }) => {
    const notes = [isPersonal ? '**Personal.**' : '', comment]
      .filter(Boolean)
      .join(' ')
      .replaceAll('|', '\\|');
    return `| \`${name}\` | ${typeText(field, messages)} | ${notes} |`;
  });
  return `| field | type | |\n|---|---|---|\n${rows.join('\n')}`;
}

function typeText({ type, key, isRepeated, isOptional }, messages) {
  const named = messages.has(type)
    ? `[${shortName(type)}](${anchorOf(type)})`
    : type.replace(scalar, '').toLowerCase();
  if (key) return `map of ${named}`;
  return isRepeated ? `list of ${named}` : `${named}${isOptional ? ', optional' : ''}`;
}

/** Names of all that these messages are made of, each once, in the order in which they are met. */
function partsOf(names, messages) {
  const met = new Set();
  const visit = (name) => {
    for (const { type } of messages.get(name)?.fields ?? []) {
      if (!messages.has(type) || met.has(type)) continue;
      met.add(type);
      visit(type);
    }
  };
  names.forEach(visit);
  return [...met];
}

/** Contexts have messages of one name. */
const headingOf = (name) => `${name.split('.')[1]}.${shortName(name)}`;
/** As GitHub makes it of the heading. */
const anchorOf = (name) =>
  `#${headingOf(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '')}`;

/** Without its package. */
const shortName = (name) => name.split('.').slice(3).join('.');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = path.join(root, 'docs/api/events.md');
  const page = eventReference();
  if (!existsSync(file) || readFileSync(file, 'utf8') !== page) {
    writeFileSync(file, page);
    console.log('Wrote docs/api/events.md');
  }
}
