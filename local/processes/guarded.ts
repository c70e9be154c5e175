import type { IncomingMessage, ServerResponse } from 'node:http';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface GuardOptions {
  /** Whether pages call the server, as the console calls the API. Only their own origin can read the answers. */
  readonly servesPages?: boolean;
}

/** Every name of this machine. A page may make any other name resolve to 127.0.0.1 (DNS rebinding). */
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serves programs of this machine, and no page of a browser on it. Answers 421 to a request for another host, and 403
 * to a request with an `Origin`: browsers send this header with each request of a page to another origin.
 * @param port the port of the server, which is known when requests arrive.
 */
export const guarded =
  (serve: Serve, port: () => number, { servesPages = false }: GuardOptions = {}): Serve =>
  (request, response) => {
    const { host = '', origin } = request.headers;
    if (!hostsOf(port()).includes(host.toLowerCase())) {
      refuse(request, response, 421, `Ask for ${hostsOf(port()).join(', ')}.`);
    } else if (origin !== undefined && !servesPages) {
      refuse(request, response, 403, 'This server answers no pages of a browser.');
    } else {
      serve(request, response);
    }
  };

/** A browser leaves out the port of HTTP. */
const hostsOf = (port: number): string[] =>
  NAMES.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]);

function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  // Read and drop the body: a client whose connection closes at once would miss the response.
  request.resume();
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${text}\n`);
}
