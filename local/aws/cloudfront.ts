import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import {
  CACHE_OF_ASSETS,
  CACHE_OF_FILES,
  headersOf,
  SIGN_IN_FILE,
  type SignInOption,
  webPages,
} from '../../infra/web-pages.ts';
import { webRouteOf } from '../../infra/web-routes.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Not cached: a later version of the page may have the file. */
const answerNotFound: Answer = (_, response) =>
  void response.writeHead(404, { 'Cache-Control': CACHE_OF_FILES }).end('There is no such page.\n');

/** The built pages as the distribution of a stage serves them. Paths of other things belong to the API. */
export class Pages {
  readonly #answerFile: Answer;

  readonly #signIn: SignInOption | undefined;

  /**
   * @param folder the built pages. The files must not change while the stack runs.
   * @param signIn how people sign in to the console.
   */
  constructor(folder: string, signIn?: SignInOption) {
    this.#signIn = signIn;
    // sirv lists the files now, and answers 404 to any path that is not in its list.
    this.#answerFile = sirv(folder, { etag: true, gzip: true, extensions: [], onNoMatch: answerNotFound });
  }

  /** Answers a request for a page. Returns false if the path is none of a page. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const [path = '/'] = (request.url ?? '/').split('?');
    const page = webPages.find(({ name }) => path === `/${name}` || path.startsWith(`/${name}/`));
    // The root belongs to the API, too. A person who opens the root in a browser wants the console.
    const isVisit = path === '/' && /\btext\/html\b/.test(request.headers.accept ?? '');
    if (page === undefined && !isVisit) return false;
    // Read and drop the body: a client whose connection closes at once would miss the response.
    request.resume();
    for (const [name, value] of Object.entries(page ? headersOf(page, this.#signIn) : {}))
      response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return true;
    }
    const route = webRouteOf(path);
    if ('redirect' in route) {
      response.writeHead(route.status, { Location: route.redirect }).end();
      return true;
    }
    response.setHeader('Cache-Control', route.file.includes('/assets/') ? CACHE_OF_ASSETS : CACHE_OF_FILES);
    if (route.file === `/${SIGN_IN_FILE}`) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(this.#signIn ?? {}));
      return true;
    }
    request.url = route.file;
    this.#answerFile(request, response);
    return true;
  }
}
