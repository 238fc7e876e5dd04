import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Takes the traces that processes export. */
export class TraceCollector {
  /** Each body is of one process, which it names. */
  readonly exported: Buffer[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        this.exported.push(body);
        response.end();
      });
    });
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TraceCollector(server);
  }

  /** Of a process that exports to it. */
  get env(): Readonly<Record<string, string>> {
    const { port } = this.server.address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
    };
  }

  /** What a process has exported with this trace, as text, in which names of spans can be searched. */
  spansOf(traceId: string, process: string): string {
    const bodies = this.exported.filter(
      (body) => body.includes(Buffer.from(traceId, 'hex')) && body.includes(process),
    );
    return Buffer.concat(bodies).toString('latin1');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
