import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Behaviour } from './behaviours.js';
import { readEffects, type RecordedEffect } from './effects-file.js';

const root = path.resolve(import.meta.dirname, '../../../..');

export interface ToolServerProcess {
  /** As in HttpToolServer or McpToolServer. */
  readonly url: string;
  readonly pid: number;
  effects(): readonly RecordedEffect[];
  behave(behaviours: Readonly<Record<string, Behaviour>>): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** A tool server as a process of its own (`npm run tool-server`). Started again with the same file it knows what it did. */
export async function startToolServerProcess(options: {
  readonly kind: 'http' | 'mcp';
  readonly effectsFile: string;
  /** Default: any that is free. */
  readonly port?: number;
}): Promise<ToolServerProcess> {
  const { kind, effectsFile, port = 0 } = options;
  const script = path.join(root, 'tools/start/tool-server.mjs');
  const settings = ['--kind', kind, '--port', String(port), '--effects', effectsFile];
  const child = spawn(process.execPath, [script, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  const [, url] = /^Tools at (\S+),/.exec(String(line[0])) ?? [];
  if (url === undefined || child.pid === undefined) throw new Error('The tool server ended at once.');
  return {
    url,
    pid: child.pid,
    effects: () => readEffects(effectsFile),
    behave: async (behaviours) => {
      const body = JSON.stringify(behaviours);
      const { status } = await fetch(new URL('/behaviours', url), { method: 'PUT', body });
      if (status !== 204) throw new Error(`The tool server answered ${status}.`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
