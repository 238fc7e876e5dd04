import { fork } from 'node:child_process';
import path from 'node:path';

/** Appends to a log from another process. @returns resolves with how many events it has appended */
export function steadyLoad(connectionString, log, { perSecond, seconds }) {
  const args = [connectionString, log.source, String(perSecond), String(seconds)];
  const child = fork(path.join(import.meta.dirname, 'appender.mjs'), args);
  return new Promise((resolve, reject) => {
    child.once('message', ({ appended }) => resolve(appended));
    child.once('exit', (code) => code !== 0 && reject(new Error(`The appender ended with ${code}.`)));
  });
}
