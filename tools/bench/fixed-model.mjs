// A language model behind OpenAI's chat completions API that says the same each time, at once or as fast as it is told.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What tokens of English and JSON are like: a word with the space before it, a number, a run of other characters. */
const tokensOf = (text) => text.match(/ ?\p{L}+|\d{1,3}|[^\p{L}\d]+/gu) ?? [];

/** A judgement with it has 32 tokens. */
const reason =
  'The user has said what it takes to go on from here, and nothing that speaks against it has come up.';
const message = 'Thank you, I have noted that for you.';

/** A judgement in the order that its schema has, as models with structured output keep it. */
function judgementText({ json_schema: { schema } }, choice) {
  const values = { choice, reason };
  return JSON.stringify(Object.fromEntries(Object.keys(schema.properties).map((key) => [key, values[key]])));
}

/** An action, if one is offered, so that the conversation stays in its state. */
const anAction = (offered) => offered.find((id) => id.startsWith('action')) ?? offered[0];

/**
 * @param {{ isInOnePiece?: boolean, firstTokenMs?: number, tokenMs?: number, choose?: (offered: string[]) => string,
 *   onRequest?: (chat: object) => void }} options `isInOnePiece`: does not stream token by token; `firstTokenMs` and
 *   `tokenMs`: time to the first token and from each to the next, in ms
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startFixedModel({
  isInOnePiece = false,
  firstTokenMs = 0,
  tokenMs = 0,
  choose = anAction,
  onRequest = () => {},
} = {}) {
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const chat = JSON.parse(Buffer.concat(chunks).toString());
    const startedAt = performance.now();
    // Nothing to wait for costs no promise: other benchmarks measure with this model.
    const untilToken = (index) => {
      const waitMs = startedAt + firstTokenMs + index * tokenMs - performance.now();
      return waitMs > 0 ? delay(waitMs) : undefined;
    };
    onRequest(chat);
    const asked = chat.response_format?.json_schema?.schema.properties ?? {};
    // Memories of a finished conversation are extracted while turns run.
    if (asked.memories) return whole(response, '{"memories":[]}');
    const text = asked.choice ? judgementText(chat.response_format, choose(asked.choice.enum)) : message;
    const tokens = tokensOf(text);
    if (chat.stream) return stream(response, isInOnePiece ? [text] : tokens, untilToken);
    await untilToken(tokens.length - 1);
    whole(response, text);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const envelope = { id: 'chatcmpl-fixed', created: 0, model: 'fixed' };

function whole(response, text) {
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
    const isDue = untilToken(index);
    if (isDue) await isDue;
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
