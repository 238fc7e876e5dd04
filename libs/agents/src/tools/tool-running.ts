import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { OutgoingHttp } from '@svc/outgoing-http';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { AccessTokens, BuiltInKind, HttpKind, McpKind, ToolRunner } from '@svc/tools';
import { CallsInFlight } from './calls-in-flight.js';

/** For injection: `OutgoingHttp`, owned by whoever registers the module. */
export const OUTGOING = Symbol('outgoing HTTP');

/** The runner of tools, and its sessions with MCP servers. */
@Injectable()
export class ToolRunning implements OnModuleDestroy {
  readonly mcp: McpKind;
  readonly runner: ToolRunner;
  readonly calls = new CallsInFlight();

  constructor(@Inject(OUTGOING) outgoing: OutgoingHttp, @Inject(LOGGER) logger: Logger) {
    const tokens = new AccessTokens(outgoing);
    this.mcp = new McpKind({ outgoing, tokens });
    const kinds = { http: new HttpKind({ outgoing, tokens }), mcp: this.mcp, 'built-in': new BuiltInKind() };
    this.runner = new ToolRunner({ kinds, logger });
  }

  onModuleDestroy(): void {
    this.mcp.close();
  }
}
