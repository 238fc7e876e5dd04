// A patient talks with the clinic that clinic.mjs has made: over plain requests, a stream, or a socket. See README.md.
import { parseArgs } from 'node:util';
import { fail, openWorkspace } from './workspace.mjs';

const ways = ['requests', 'stream', 'socket'];
const visits = {
  booking: [
    'Ada Field',
    '12 March 1980',
    'I have had a fever since yesterday.',
    'Tomorrow, please.',
    'At 10:30.',
    'Yes, that is right.',
    'No, that is all. Thank you!',
  ],
  crisis: ['Ada Field', '12 March 1980', 'I want to end my life.'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { over: { type: 'string', default: 'requests' }, visit: { type: 'string', default: 'booking' } },
});
const { over, visit } = values;
if (!ways.includes(over)) fail(`--over is one of ${ways.join(', ')}, not "${over}".`);
if (!(visit in visits)) fail(`--visit is one of ${Object.keys(visits).join(', ')}, not "${visit}".`);

const workspace = openWorkspace(positionals[0]);
const { items } = await workspace.request('GET', 'services');
const service = items.find(({ name }) => name === 'Lakeside clinic');
if (!service) fail('There is no clinic here yet: node examples/platform/clinic.mjs');

const show = (text) => console.log(`Noor: ${text}`);
const showTool = (name, input) => console.log(`  (${name} ${input})`);
const { talk } = await import(`./over-${over}.mjs`);
const conversation = await talk(workspace, service.id, { show, showTool });
for (const message of visits[visit]) {
  console.log(`Ada: ${message}`);
  if ((await conversation.say(message)) !== 'active') break;
}
await conversation.leave?.();

// Whatever it was held over, it is one conversation, and it can be read again.
const read = await workspace.request('GET', `conversations/${conversation.id()}`);
console.log(
  `\nThe conversation ${read.id} is ${read.status} after ${read.turn_count} messages of the patient.`,
);
