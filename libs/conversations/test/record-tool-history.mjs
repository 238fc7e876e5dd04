// Writes a conversation with tools as a history of this engine and these prompts, for every later release to replay. One that is
// there stays as it is. Usage: node libs/conversations/test/record-tool-history.mjs
import { existsSync, writeFileSync } from 'node:fs';
import '../../../test/support/source-loader.mjs';

const { engineVersion, promptVersion } = await import('@svc/engine');
const { writeHistory } = await import('../src/replay/recorded-history.ts');
const { bookVisit, freeDays, specOf, ToolConversation, toolKey } = await import('./tool-conversation.ts');

const conversation = new ToolConversation([specOf(bookVisit), specOf(freeDays)]);
await conversation.turn();
await conversation.turn({ choices: ['free_days', 'book_visit'], inputs: ['{"day":"Tuesday"}'] });
await conversation.turn({ choices: ['book_visit'], inputs: ['{"day":"Friday"}'], diesAt: 3 });
await conversation.turn();

const log = conversation.log.map((event) => ({ event, isErased: false }));
const history = writeHistory('org:demo/conversation/c1', log, conversation.definition, toolKey);
const file = `tools-engine-${engineVersion}-prompts-${promptVersion}.json`;
const place = new URL(`recorded-histories/${file}`, import.meta.url);
if (!existsSync(place)) writeFileSync(place, `${JSON.stringify(history, null, 2)}\n`);
