// A language model behind OpenAI's chat completions API that is as slow as a hosted one: a while to its first token, then
// one token after the other, of judgements as of messages. It says the same each time.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What tokens of English and JSON are like: a word with the space before it, a number, a run of other characters. */
const tokensOf = (text) => text.match(/ ?\p{L}+|\d{1,3}|[^\p{L}\d]+/gu) ?? [];

/** With it a judgement has 32 tokens; 7 of them until its choice has ended, where that comes first. */
const reason =
  'The user has said what it takes to go on from here, and nothing that speaks against it has come up.';
const message = 'Thank you, I have noted that for you.';

/** A judgement in the order that its schema has, as models with structured output keep it. */
function judgementText({ json_schema: { schema } }, choice) {
  const values = { choice, reason };
  return JSON.stringify(Object.fromEntries(Object.keys(schema.properties).map((key) => [key, values[key]])));
}

/** The exit that is described by one of the texts, else an action, which keeps the conversation in its state. */
function chosen({ messages, response_format: { json_schema } }, taken) {
  const offered = json_schema.schema.properties.choice.enum;
  const words = messages.map(({ content }) => JSON.stringify(content)).join('\n');
  const isTaken = (id) => taken.some((description) => words.includes(`${id}: ${description}`));
  return offered.find(isTaken) ?? offered.find((id) => id.startsWith('action')) ?? offered[0];
}

/**
 * @param {{ firstTokenMs: number, tokenMs: number, taken: readonly string[], isInOnePiece?: boolean }} options `taken`:
 *   descriptions of the exits that it takes where they are offered; `isInOnePiece`: streams no token by itself
 * @returns {Promise<{ url: string, failNext: () => void, calls: () => number, stop: () => Promise<void> }>} `failNext`:
 *   the next call is answered by 503 at once; `calls`: answered since it was last asked
 */
export async function startPacedModel({ firstTokenMs, tokenMs, taken, isInOnePiece = false }) {
  let calls = 0;
  let isFailing = false;
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const chat = JSON.parse(Buffer.concat(chunks).toString());
    const asked = chat.response_format?.json_schema?.schema.properties ?? {};
    // What is to be remembered of a finished conversation is asked for beside the turns.
    if (asked.memories) return whole(response, '{"memories":[]}', () => undefined);
    if (isFailing) {
      isFailing = false;
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'overloaded', type: 'server_error', code: null } }));
      return;
    }
    calls += 1;
    const text = asked.choice ? judgementText(chat.response_format, chosen(chat, taken)) : message;
    const startedAt = performance.now();
    const untilToken = (index) => {
      const waitMs = startedAt + firstTokenMs + index * tokenMs - performance.now();
      return waitMs > 0 ? delay(waitMs) : undefined;
    };
    const pieces = isInOnePiece ? [text] : tokensOf(text);
    await (chat.stream ? stream(response, pieces, untilToken) : whole(response, text, untilToken));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    failNext: () => (isFailing = true),
    calls: () => {
      const answered = calls;
      calls = 0;
      return answered;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const envelope = { id: 'chatcmpl-paced', created: 0, model: 'paced' };

async function whole(response, text, untilToken) {
  await untilToken(tokensOf(text).length - 1);
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage: usageOf(text) }));
}

async function stream(response, tokens, untilToken) {
  const write = (fields) =>
    response.write(
      `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...fields })}\n\n`,
    );
  const delta = (fields, finish = null) =>
    write({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [index, content] of tokens.entries()) {
    await untilToken(index);
    if (response.destroyed) return;
    delta(index === 0 ? { role: 'assistant', content } : { content });
  }
  delta({}, 'stop');
  write({ choices: [], usage: usageOf(tokens.join('')) });
  response.end('data: [DONE]\n\n');
}

function usageOf(text) {
  const completion = tokensOf(text).length;
  return { prompt_tokens: 500, completion_tokens: completion, total_tokens: 500 + completion };
}
