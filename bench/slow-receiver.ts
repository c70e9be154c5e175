import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** A thread that answers each POST after as many milliseconds as the first part of its path says: `/100/…`. */
const server = createServer((request, response) => {
  request.resume();
  setTimeout(() => response.end(), Number(request.url?.split('/')[1]));
}).listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
