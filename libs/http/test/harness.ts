import { Body, Controller, Get, Module, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { createLogger, createMetrics, type LogFields } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createHttpApplication,
  readForm,
  replyWithEvents,
  replyWithNdjson,
  type ServerSentEvent,
  textOf,
  validate,
  type HttpApplication,
  type HttpApplicationOptions,
} from '../src/index.js';

const Thing = z.object({ name: z.string().trim().min(1), size: z.int().max(9).optional() });
const Page = z.object({ limit: z.coerce.number().int().max(20).default(10) });

export const largeAnswerBytes = 30_000_000;
export const mediumAnswerBytes = 60_000;

/** The streaming route's scripted response, and what it observed. */
export interface StreamScript {
  readonly open: (signal: AbortSignal) => AsyncIterable<unknown>;
}

/** An array holds what is ready at the same time. */
async function* together(events: AsyncIterable<unknown>): AsyncGenerator<readonly unknown[], void, void> {
  for await (const event of events) yield Array.isArray(event) ? (event as unknown[]) : [event];
}

/** Starts an application with a route of each kind, on a free port. */
export async function startSample({
  host = '127.0.0.1',
  ...options
}: Partial<HttpApplicationOptions> & { readonly host?: string } = {}) {
  const script: {
    stream: StreamScript['open'];
    hold: Promise<void>;
    stalledReaderMs: number;
    /** Errors that asked for a last word. */
    readonly lastWordsOn: unknown[];
  } = {
    stalledReaderMs: 60_000,
    lastWordsOn: [],
    stream: async function* () {
      yield* [];
    },
    hold: Promise.resolve(),
  };

  @Controller('v1/:org')
  class Sample {
    @Get('thing/')
    list(@Param('org') org: string, @Query() query: unknown) {
      return { org, ...validate(Page, query, ['query']) };
    }

    @Post('thing/')
    create(@Body() body: unknown) {
      return validate(Thing, body, ['body']);
    }

    @Post('note')
    @RouteConfig({ edge: { bodyBytes: 100 } })
    note(@Body() note: unknown) {
      return note;
    }

    @Post('many')
    @RouteConfig({ edge: { bodyBytes: 200_000, bodyValues: 20_000 } })
    many(@Body() many: readonly unknown[]) {
      return { count: many.length };
    }

    @Post('signal')
    @RouteConfig({ edge: { consumes: 'nothing' } })
    signal(@Body() body: unknown) {
      return { hasBody: body !== undefined };
    }

    @Get('held')
    async held() {
      await script.hold;
      return { held: true };
    }

    @Get('medium')
    medium() {
      return { text: 'x'.repeat(mediumAnswerBytes) };
    }

    /** More than the system's own buffers hold for a client that does not read. */
    @Get('large')
    large() {
      return { text: 'x'.repeat(largeAnswerBytes) };
    }

    @Get('broken')
    broken() {
      throw new Error('the password is hunter2');
    }

    @Post('form')
    @RouteConfig({ edge: { consumes: 'multipart' } })
    async form(@Req() request: FastifyRequest) {
      const parts = await readForm(request, { parts: 4, bytes: 1_000 });
      return parts.map((part) => ({ name: part.name, text: textOf(part) }));
    }

    /** As large a form as the product takes. */
    @Post('large-form')
    @RouteConfig({ edge: { consumes: 'multipart' } })
    async largeForm(@Req() request: FastifyRequest) {
      const parts = await readForm(request, { parts: 200, bytes: 1024 * 1024 });
      return { parts: parts.map(textOf).length };
    }

    @Get('stream')
    async stream(@Res() reply: FastifyReply) {
      await replyWithNdjson(reply, {
        status: 201,
        open: (signal) => together(script.stream(signal)),
        stalledReaderMs: script.stalledReaderMs,
        lastWord: (error) => {
          script.lastWordsOn.push(error);
          return { error: (error as Error).message };
        },
      });
    }

    /** Values with a comment are comments. */
    @Get('events')
    async events(@Res() reply: FastifyReply) {
      await replyWithEvents(reply, {
        status: 200,
        open: (signal) => together(script.stream(signal)) as AsyncIterable<readonly ServerSentEvent[]>,
        stalledReaderMs: script.stalledReaderMs,
        lastWord: (error) => ({ event: 'error', data: { message: (error as Error).message } }),
      });
    }
  }

  @Module({ controllers: [Sample] })
  class SampleModule {}

  const logged: LogFields[] = [];
  const metrics = createMetrics();
  const application: HttpApplication = await createHttpApplication({
    module: SampleModule,
    logger: createLogger({
      service: 'test',
      level: 'debug',
      write: (line) => void logged.push(JSON.parse(line) as LogFields),
    }),
    metrics,
    readiness: () => [],
    ...options,
  });
  const url = await application.listen(0, host);
  /** The value of one series; 0 if it is missing. */
  const metric = async (series: string): Promise<number> => {
    const line = (await metrics.expose()).split('\n').find((text) => text.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  };
  return { application, url, port: Number(new URL(url).port), logged, script, metric };
}

export type Sample = Awaited<ReturnType<typeof startSample>>;
