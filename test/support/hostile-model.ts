import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isExtraction, isJudgement, type ChatRequest } from './model-server.js';

/** The response to one request. Defaults are those of a good model. */
export interface Answer {
  /** With an error of the API, or `body`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errorCode?: string;
  /** Instead of all else. */
  readonly body?: string;
  readonly contentType?: string;
  /** The connection ends before anything was answered. */
  readonly isDestroyed?: boolean;
  /** In ms, before the answer begins. */
  readonly afterMs?: number;
  /** Of a judgement: `$` is the verdict. Of a message: all of it. */
  readonly text?: string;
  /** Of a judgement: an offered id, else the first action. */
  readonly choice?: string;
  /** Fields of a judgement's message, instead of its text. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The connection ends within the body of a judgement. */
  readonly isBodyCut?: boolean;
  readonly pieces?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly finish?: string;
  /** So many pieces come, then the connection ends. */
  readonly cutAfter?: number;
  /** What follows the first piece in the stream. */
  readonly garbage?: string;
  /** `end`: the stream ends without a reason to stop. `done`: with its last line, but without a reason. */
  readonly without?: 'end' | 'done';
  /** Each byte is sent separately. */
  readonly isSplit?: boolean;
  readonly isEndless?: boolean;
}

export type Asked = 'judgement' | 'message';

export interface AnswerPlan {
  readonly judgements?: readonly Answer[];
  readonly messages?: readonly Answer[];
}

/** What a good answer says. */
export const goodMessage = 'All is well here.';

/** A language model behind OpenAI's chat completions API that misbehaves as a test tells it to. */
export class HostileModel {
  /** Up to the version. */
  readonly url: string;
  #judgements: Answer[] = [];
  #messages: Answer[] = [];
  #asked: Asked[] = [];
  #choose: (asked: Asked) => Answer | false | undefined = () => undefined;

  private constructor(readonly server: ReturnType<typeof createServer>) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(): Promise<HostileModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const model = new HostileModel(server);
    // A client that disconnects during a response does not fail the test.
    server.on('request', (request, response) => void model.#serve(request, response).catch(() => undefined));
    return model;
  }

  get env(): Readonly<Record<string, string>> {
    return { SVC_MODEL_BASE_URL: this.url, SVC_MODEL_NAME: 'hostile-model' };
  }

  /** The next responses; good ones follow. */
  plan({ judgements = [], messages = [] }: AnswerPlan): void {
    this.#judgements = [...judgements];
    this.#messages = [...messages];
    this.#asked = [];
  }

  /** Chooses answers where no plan is left; none is a good one. */
  misbehave(choose: (asked: Asked) => Answer | false | undefined): void {
    this.#choose = choose;
  }

  /** Requests since the plan was set. */
  get asked(): readonly Asked[] {
    return this.#asked;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
    // It extracts no memories from finished conversations: such requests come at any time and are in no plan.
    if (isExtraction(chat)) return remember(response);
    const kind = isJudgement(chat) ? 'judgement' : 'message';
    this.#asked.push(kind);
    const planned = (kind === 'message' ? this.#messages : this.#judgements).shift();
    const answer = planned ?? (this.#choose(kind) || {});
    if (answer.afterMs) await delay(answer.afterMs);
    if (answer.isDestroyed) return void request.socket.destroy();
    if (answer.status !== undefined || answer.body !== undefined) return whole(response, answer);
    await stream(response, kind === 'message' ? answer : judgement(chat, answer));
  }
}

function whole(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers = {}, contentType = 'application/json', errorCode = null } = answer;
  response.writeHead(status, { 'content-type': contentType, ...headers });
  const error = { message: 'scripted: sk-secret', type: 'some_error', code: errorCode };
  response.end(answer.body ?? JSON.stringify({ error }));
}

function remember(response: ServerResponse): void {
  const message = { role: 'assistant', content: '{"memories":[]}' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage }));
}

/** What is streamed of a judgement. */
function judgement(chat: ChatRequest, answer: Answer): Answer {
  const offered = chat.response_format?.json_schema?.schema?.properties?.choice?.enum ?? [];
  const choice = answer.choice ?? offered.find((id) => id.startsWith('action')) ?? offered[0];
  const verdict = JSON.stringify({ choice, reason: 'scripted' });
  const text = answer.text?.replace('$', verdict) ?? verdict;
  if (answer.isBodyCut) return { ...answer, pieces: [text.slice(0, 5), text.slice(5)], cutAfter: 1 };
  return { ...answer, pieces: answer.fields === undefined ? [text] : [] };
}

async function stream(response: ServerResponse, answer: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = async (text: string): Promise<void> => {
    if (response.destroyed) throw new Error('the client has gone');
    const bytes = Buffer.from(text);
    const parts = answer.isSplit ? [...bytes].map((byte) => Buffer.of(byte)) : [bytes];
    for (const part of parts) {
      // Waiting for each write keeps pieces apart, and an endless answer from filling the memory.
      await new Promise<void>((resolve, reject) =>
        response.write(part, (error) => (error ? reject(error) : resolve())),
      );
    }
  };
  if (answer.fields !== undefined) await write(delta(answer.fields));
  for (const text of answer.reasoning ?? []) await write(delta({ reasoning_content: text }));
  const pieces = answer.pieces ?? (answer.text ?? goodMessage).match(/\S+\s*|\s+/g) ?? [];
  do {
    for (const [index, content] of pieces.entries()) {
      if (index === answer.cutAfter) return void response.destroy();
      if (index === 1 && answer.garbage !== undefined) await write(answer.garbage);
      await write(delta({ content }));
    }
  } while (answer.isEndless);
  if (answer.without !== undefined) return void response.end(answer.without === 'done' ? done : '');
  await write(delta({}, answer.finish ?? 'stop'));
  await write(event({ choices: [], usage }));
  response.end(done);
}

const envelope = { id: 'chatcmpl-test', created: 0, model: 'hostile-model' };
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const done = 'data: [DONE]\n\n';

function delta(fields: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
}

function event(body: object): string {
  return `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...body })}\n\n`;
}
