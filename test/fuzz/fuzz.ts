import fc from 'fast-check';
import { type Rendered, rendered } from './render.ts';
import { anyRequest, type FuzzRequest } from './request.ts';
import { anyStory, type Story, tell } from './story.ts';
import { faultsOf, routeOf } from './verdict.ts';
import { exchange, NoAnswerError, type WireAnswer } from './wire.ts';
import { type Target, World } from './world.ts';

/** An answer that takes longer is a hang, if it does so again: once, it may be the machine that was busy. */
const HANG_MS = 5_000;
const BUSY_MS = 20_000;
/** A batch is made of one seed; a run that begins with the seed of a failed batch makes the same requests first. */
const BATCH = 50;
/** Each organisation is used for so many batches: rules times imports times webhooks is what the pipeline has to do. */
const BATCHES_PER_WORLD = 10;

export interface FuzzOptions extends Target {
  readonly seed: number;
  readonly requests: number;
  /** How many requests are under way at a time. */
  readonly lanes: number;
  /** Sent before anything is generated. */
  readonly corpus: readonly FuzzRequest[];
  readonly onFailure?: (failure: Failure) => void;
}

export interface Failure {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly request: FuzzRequest | Story;
  readonly answer: string;
}

export interface Report {
  readonly requests: number;
  readonly slowestMs: number;
  /** Requests that took longer than a hang, but did not when sent again. */
  readonly slow: number;
  /** Answers by status, and of each route. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly succeeded: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
}

type Case = { readonly request: FuzzRequest } | { readonly story: Story };
const anyCase: fc.Arbitrary<Case> = fc.oneof(
  { weight: 60, arbitrary: anyRequest.map((request): Case => ({ request })) },
  { weight: 1, arbitrary: anyStory.map((story): Case => ({ story })) },
);

/** Sends requests to a running stack and judges each answer. Stops after a batch in which the count is reached. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const run = new Run(options);
  await run.renewWorld(options.seed);
  await run.all(
    options.corpus.map((request) => ({ request })),
    options.seed,
  );
  for (let batch = 0; run.sent < options.requests; batch++) {
    const seed = options.seed + batch;
    if (batch > 0 && batch % BATCHES_PER_WORLD === 0) await run.renewWorld(seed);
    await run.all(fc.sample(anyCase, { seed, numRuns: BATCH }), seed);
  }
  return run.report();
}

class Run {
  readonly #options: FuzzOptions;
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Map<string, number>();
  readonly #failures: Failure[] = [];
  #world: World | undefined;
  #slowestMs = 0;
  #slow = 0;
  sent = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async renewWorld(seed: number): Promise<void> {
    this.#world = await World.make(this.#options, `${seed}`);
  }

  async all(cases: readonly Case[], seed: number): Promise<void> {
    const waiting = cases.values();
    const lane = async () => {
      for (const one of waiting) {
        if ('request' in one) await this.#single(one.request, seed);
        else await this.#story(one.story, seed);
      }
    };
    await Promise.all(Array.from({ length: this.#options.lanes }, lane));
  }

  report(): Report {
    return {
      requests: this.sent,
      slowestMs: Math.round(this.#slowestMs),
      slow: this.#slow,
      statuses: this.#statuses,
      succeeded: this.#succeeded,
      failures: this.#failures,
    };
  }

  async #single(request: FuzzRequest, seed: number): Promise<void> {
    const { faults, answer } = await this.#send(request);
    if (faults.length > 0) this.#fail({ seed, faults, request, answer: shortened(answer) });
  }

  async #story(story: Story, seed: number): Promise<void> {
    const faults = await tell(story, (request) => this.#send(request, false));
    if (faults.length > 0) this.#fail({ seed, faults, request: story, answer: '' });
  }

  #fail(failure: Failure): void {
    this.#failures.push(failure);
    this.#options.onFailure?.(failure);
  }

  /** @throws NoAnswerError, AnswerCutOffError */
  async #answerTo({ bytes, method }: Rendered): Promise<WireAnswer> {
    try {
      return await exchange(this.#options.baseUrl, bytes, method, HANG_MS);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.#slow += 1;
      return exchange(this.#options.baseUrl, bytes, method, BUSY_MS);
    }
  }

  /** Without `isShared`, what the answer shows is for no other request to find: the records of a story are its own. */
  async #send(request: FuzzRequest, isShared = true): Promise<{ faults: string[]; answer: WireAnswer | undefined }> {
    const world = this.#world;
    if (world === undefined) throw new Error('There is no organisation yet');
    const sent = rendered(request, world.known, this.sent++);
    const started = performance.now();
    let answer: WireAnswer;
    try {
      answer = await this.#answerTo(sent);
    } catch (error) {
      return { faults: [error instanceof Error ? error.message : String(error)], answer: undefined };
    }
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - started);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    const match = routeOf(sent.method, sent.target);
    const faults = faultsOf(request, sent, answer, [world.secret]);
    if (match !== undefined && answer.status < 300) {
      this.#succeeded.set(match.name, (this.#succeeded.get(match.name) ?? 0) + 1);
      if (isShared && faults.length === 0) world.learn(match.route.path, sent.method, answer);
      if (/\{\{other\.[^?]*/.test(request.target.split('?')[0] ?? ''))
        faults.push('reached a record of another organisation');
    }
    return { faults, answer };
  }
}

const shortened = (answer: WireAnswer | undefined): string =>
  answer === undefined
    ? ''
    : `${answer.status} ${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join(' | ')} ${answer.text.slice(0, 1500)}`;
