// A worker: posts the bodies that it is given, and tells the status of each answer.
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', ({ path, type, body }) => {
  const headers = { 'content-type': type, 'content-length': body.length, connection: 'close' };
  const sent = request(`${workerData.url}${path}`, { method: 'POST', headers }, (answer) => {
    answer.resume().on('end', () => parentPort.postMessage(answer.statusCode));
  });
  sent.on('error', (failure) => parentPort.postMessage(failure.code));
  sent.end(body);
});
