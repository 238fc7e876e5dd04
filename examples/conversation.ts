// Talks with the demo agent. Run it with: npx node examples/conversation.ts
import { existsSync, readFileSync } from 'node:fs';

function quit(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const file = process.env.CREDENTIALS ?? '.svc/credentials.json';
if (!existsSync(file)) quit(`There is no ${file}: npm start writes it. Run this while that is running.`);
const credentials = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const api = `${credentials.base_url}/v1/${credentials.org_id}`;

interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/** Sends a request and yields the events of its newline-delimited JSON answer as they arrive. */
async function* stream(url: string, init: RequestInit): AsyncGenerator<StreamEvent> {
  const response = await fetch(url, { ...init, headers: { ...init.headers, authorization } });
  if (!response.ok || !response.body) quit(`${response.status} ${await response.text()}`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as StreamEvent;
  }
}

/** Prints the agent's message piece by piece, and gives back all events. */
async function print(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === 'new-message') process.stdout.write(String(event.message));
  }
  process.stdout.write('\n');
  return seen;
}

const signIn = await fetch(`${api}/user/signin_with_api_key`, {
  method: 'POST',
  headers: {
    'x-api-key': credentials.api_key ?? '',
    'x-api-key-id': credentials.api_key_id ?? '',
    'x-user-id': credentials.user_id ?? '',
  },
}).catch(() => quit(`Nothing answers at ${credentials.base_url}: run npm start in another terminal.`));
if (!signIn.ok) quit(`${signIn.status} ${await signIn.text()}`);
const { id_token: token } = (await signIn.json()) as { id_token: string };
const authorization = `Bearer ${token}`;

const created = await print(
  stream(`${api}/conversation/?response_format=text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: credentials.service_id }),
  }),
);
const conversation = `${api}/conversation/${String(created[0]?.conversation_id)}`;

for (const text of ['I would like to make an appointment.', 'My name is Sam Field.']) {
  console.log(`> ${text}`);
  const form = new FormData();
  form.set('initial_message_type', 'user-message');
  form.set('recorded_message', text);
  const query = 'request_format=text&response_format=text';
  await print(stream(`${conversation}/interact?${query}`, { method: 'POST', body: form }));
}

const finished = await fetch(`${conversation}/finish/`, { method: 'POST', headers: { authorization } });
console.log(`Finished: ${finished.status}`);
