import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { quotedMemories } from './quoted-memories.js';

/** A chat completion request as far as the tests read it. */
export interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: {
    readonly json_schema?: {
      readonly schema?: {
        readonly properties?: { readonly choice?: { readonly enum?: string[] }; readonly memories?: object };
      };
    };
  };
}

export interface ModelServerOptions {
  /** The pieces of each message. Default: three. */
  readonly pieces?: readonly string[];
  /** Wait before each piece, in ms. Default 0. */
  readonly pieceDelayMs?: number;
}

/** One streamed answer that is under way. */
export interface RunningAnswer {
  /** Whether the product has closed the connection. */
  readonly isClosed: boolean;
  /** Resolves when the product has closed the connection before the end of the answer. */
  untilClosed(): Promise<void>;
}

/**
 * A language model behind OpenAI's chat completions API, under the control of a test: it stays in the state where the
 * conversation is, answers in the given pieces, and holds pieces back on request. Of a finished conversation it
 * remembers each thing that the user has said.
 */
export class ModelServer {
  /** Address for SVC_MODEL_BASE_URL. */
  readonly url: string;
  pieceDelayMs: number;
  /** All that it was asked, oldest first. */
  readonly requests: ChatRequest[] = [];
  /** Answers that were begun, oldest first. */
  readonly answers: RunningAnswer[] = [];
  #holdAfter = Infinity;
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => undefined;
  #heldBack = 0;
  readonly #waiters = new Set<() => void>();

  private constructor(
    readonly server: ReturnType<typeof createServer>,
    private readonly pieces: readonly string[],
    pieceDelayMs: number,
  ) {
    this.pieceDelayMs = pieceDelayMs;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(options: ModelServerOptions = {}): Promise<ModelServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const model = new ModelServer(
      server,
      options.pieces ?? ['This is ', 'what I have ', 'to say.'],
      options.pieceDelayMs ?? 0,
    );
    server.on('request', (request, response) => void model.#serve(request, response));
    return model;
  }

  /** Environment of a standalone that talks with this model. */
  get env(): Readonly<Record<string, string>> {
    return { SVC_MODEL_BASE_URL: this.url, SVC_MODEL_NAME: 'test-model' };
  }

  /** From now on messages stop after `count` pieces, until `release()`. */
  holdAfter(count: number): void {
    this.#holdAfter = count;
    this.#gate = new Promise((resolve) => (this.#open = resolve));
  }

  release(): void {
    this.#holdAfter = Infinity;
    this.#open();
  }

  /** Resolves once this many messages wait at the gate. */
  async untilHeldBack(count = 1): Promise<void> {
    while (this.#heldBack < count) await new Promise<void>((resolve) => this.#waiters.add(resolve));
  }

  async stop(): Promise<void> {
    this.release();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
    this.requests.push(chat);
    if (isJudgement(chat)) streamed(response, judgement(chat));
    else if (chat.stream) await this.#stream(response);
    else answer(response, quotedMemories(String(chat.messages.at(-1)?.content)));
  }

  async #stream(response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) =>
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      }),
    );
    this.answers.push({
      get isClosed() {
        return response.closed && !response.writableFinished;
      },
      untilClosed: () => closed,
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, content] of this.pieces.entries()) {
      if (index >= this.#holdAfter) await this.#waitAtGate();
      if (this.pieceDelayMs > 0) await delay(this.pieceDelayMs);
      if (response.destroyed) return;
      response.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content } }] }));
    }
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    response.end('data: [DONE]\n\n');
  }

  async #waitAtGate(): Promise<void> {
    this.#heldBack += 1;
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
    await this.#gate;
    this.#heldBack -= 1;
  }
}

/** Whether it is asked for the memories of a finished conversation. */
export function isExtraction({ response_format: format }: ChatRequest): boolean {
  return format?.json_schema?.schema?.properties?.memories !== undefined;
}

/** Whether it is asked for a choice. */
export function isJudgement({ response_format: format }: ChatRequest): boolean {
  return format?.json_schema?.schema?.properties?.choice !== undefined;
}

/** Chooses an action, which keeps the conversation in its state, wherever there is one. */
function judgement({ response_format: format }: ChatRequest): string {
  const offered = format?.json_schema?.schema?.properties?.choice?.enum ?? [];
  const choice = offered.find((id) => id.startsWith('action')) ?? offered[0];
  return JSON.stringify({ choice, reason: 'the test wants it so' });
}

function answer(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...envelope,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  );
}

/** In one piece. */
function streamed(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content } }] }));
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.end('data: [DONE]\n\n');
}

const envelope = { id: 'chatcmpl-test', created: 0, model: 'test-model' };

function event(body: object): string {
  return `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...body })}\n\n`;
}
