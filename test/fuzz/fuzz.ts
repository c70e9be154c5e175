import fc from 'fast-check';
import { FuzzedOrganisation, type Target } from './fuzzed-organisation.ts';
import { type Rendered, rendered } from './render.ts';
import { anyRequest, type FuzzRequest } from './request.ts';
import { anyStory, runStory, type Story } from './story.ts';
import { faultsOf, routeOf } from './verdict.ts';
import { exchange, NoAnswerError, type WireAnswer } from './wire.ts';

/** A request hangs if its answer takes longer twice in a row. A single slow answer may come from a busy machine. */
const HANG_MS = 5_000;
const BUSY_MS = 60_000;
/**
 * All requests of a batch follow from one seed. A run with the seed of a failed batch starts with the same requests.
 */
const BATCH = 50;
/** The batches per organisation. The work of the pipeline grows with rules times imports times webhooks. */
const BATCHES_PER_ORGANISATION = 10;

export interface FuzzOptions extends Target {
  readonly seed: number;
  readonly requests: number;
  /** The number of concurrent requests. */
  readonly lanes: number;
  /** Requests that are sent before the generated requests. */
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
  /** Requests that took too long once, but not when sent again. */
  readonly slow: number;
  /** The number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly succeeded: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
}

type Case = { readonly request: FuzzRequest } | { readonly story: Story };
const anyCase: fc.Arbitrary<Case> = fc.oneof(
  { weight: 60, arbitrary: anyRequest.map((request): Case => ({ request })) },
  { weight: 1, arbitrary: anyStory.map((story): Case => ({ story })) },
);

/** Sends requests to a running stack and checks each answer. Stops after the batch that reaches the count. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const run = new Run(options);
  await run.renewOrganisation(options.seed);
  await run.all(
    options.corpus.map((request) => ({ request })),
    options.seed,
  );
  for (let batch = 0; run.sent < options.requests; batch++) {
    const seed = options.seed + batch;
    if (batch > 0 && batch % BATCHES_PER_ORGANISATION === 0) await run.renewOrganisation(seed);
    await run.all(fc.sample(anyCase, { seed, numRuns: BATCH }), seed);
  }
  return run.report();
}

class Run {
  readonly #options: FuzzOptions;
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Map<string, number>();
  readonly #failures: Failure[] = [];
  #organisation: FuzzedOrganisation | undefined;
  #slowestMs = 0;
  #slow = 0;
  sent = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async renewOrganisation(seed: number): Promise<void> {
    this.#organisation = await FuzzedOrganisation.make(this.#options, `${seed}`);
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
    const faults = await runStory(story, (request) => this.#send(request, false));
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

  /** @param isShared whether other requests may use the ids of the answer. The records of a story are private. */
  async #send(request: FuzzRequest, isShared = true): Promise<{ faults: string[]; answer: WireAnswer | undefined }> {
    const organisation = this.#organisation;
    if (organisation === undefined) throw new Error('The run has no organisation yet');
    const sent = rendered(request, organisation.known, this.sent++);
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
    const faults = faultsOf(request, sent, answer, [organisation.secret]);
    if (match !== undefined && answer.status < 300) {
      this.#succeeded.set(match.name, (this.#succeeded.get(match.name) ?? 0) + 1);
      if (isShared && faults.length === 0) organisation.learn(match.route.path, sent.method, answer);
      if (/\{\{other\.[^?]*/.test(request.target.split('?')[0] ?? ''))
        faults.push('the request reached a record of another organisation');
    }
    return { faults, answer };
  }
}

function shortened(answer: WireAnswer | undefined): string {
  if (answer === undefined) return '';
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join(' | ');
  return `${answer.status} ${headers} ${answer.text.slice(0, 1500)}`;
}
