import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { InjectedFaultError, type Plan } from '../../support/faults.ts';
import { dynamoDb } from '../../support/table.ts';

/** The faults of a call. `asked again`: the first answer is lost, and the SDK makes the call twice. */
export interface ProcessFault extends Omit<Plan, 'fails'> {
  readonly fails: Plan['fails'] | 'asked again';
}

/**
 * A process that runs beside others. The process pauses before each call to the table, a queue, the timer or the
 * receiver.
 */
export class SimulatedProcess {
  /** The call that the process is about to make. */
  at: string | null = null;
  dead = false;
  ended = false;
  readonly calls: string[] = [];
  #askedAgain = false;
  #lastCall = Promise.resolve();
  #goOn = () => {};
  #paused = Promise.withResolvers<void>();
  readonly #faults: FaultInjector;

  constructor(faults: FaultInjector) {
    this.#faults = faults;
  }

  /** Resolves when the process pauses before its first call, or has ended. */
  start(run: () => Promise<void>): Promise<void> {
    this.#paused = Promise.withResolvers();
    void running.run(this, run).finally(() => {
      this.ended = true;
      this.#paused.resolve();
    });
    return this.#paused.promise;
  }

  /** Makes the call. Resolves when the process pauses before its next call, or has ended. */
  step(): Promise<void> {
    this.#paused = Promise.withResolvers();
    this.at = null;
    this.#goOn();
    return this.#paused.promise;
  }

  /** True once for each call that the SDK makes twice. */
  isAskedAgain(): boolean {
    const was = this.#askedAgain;
    this.#askedAgain = false;
    return was;
  }

  /** Makes one call after the other, also when the process begins two calls at the same time. */
  async around<T>(call: string, make: () => Promise<T>): Promise<T> {
    const before = this.#lastCall;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastCall = promise;
    await before;
    try {
      return await this.#atPause(call, make);
    } finally {
      resolve();
    }
  }

  async #atPause<T>(call: string, make: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.at = call;
      this.#paused.resolve();
    });
    if (this.dead) throw new InjectedFaultError(`${call} of a dead process`);
    const fault = this.#faults.next(call);
    if (fault === null) return this.#made(call, make);
    if (fault.fails === 'asked again') {
      this.#askedAgain = true;
      return this.#made(call, make);
    }
    this.dead = fault.process === 'dies';
    // Settled, not fulfilled: the answer of a refused call is lost too.
    if (fault.fails === 'after') await Promise.allSettled([this.#made(call, make)]);
    throw new InjectedFaultError(fault.fails === 'after' ? `the answer of ${call} is lost` : `${call} did not happen`);
  }

  #made<T>(call: string, make: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    return make();
  }
}

/** A client for each table: opening connections takes the longest. */
const tables = new Map<string, Table>();

/** The table as processes see it. Calls outside of a process do not pause. */
export function tableOfProcesses({ name }: Table): Table {
  const table = tables.get(name) ?? openTable(name, pausingClient());
  tables.set(name, table);
  return table;
}

function pausingClient(): DynamoDBClient {
  const client = dynamoDb();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        atPause(`${commandName.replace('Command', '')} ${itemIn(args.input)}`, () => next(args)),
    { step: 'initialize', name: 'pauses', priority: 'high' },
  );
  // Within the SDK's own retries: the same request, with the same token of a transaction.
  client.middlewareStack.add(
    (next) => async (args) => {
      if (running.getStore()?.isAskedAgain()) await Promise.allSettled([next(args)]);
      return next(args);
    },
    { step: 'deserialize', name: 'askedAgain', priority: 'high' },
  );
  return client;
}

/** The kind of the first item that a command names. The limit of an organisation is stored as a `RECEIVER` item too. */
function itemIn(input: object): string {
  const [, kind = '', id = ''] = /"(RECEIVER|BACKLOG|DELIVERY)#(\w*)/.exec(JSON.stringify(input)) ?? [];
  return kind === 'RECEIVER' && ['first', 'retries'].includes(id) ? 'ORGANISATION' : kind;
}

const running = new AsyncLocalStorage<SimulatedProcess>();

/** Makes a call of the running process when the simulation lets the process continue. */
export const atPause = <T>(call: string, make: () => Promise<T>): Promise<T> =>
  running.getStore()?.around(call, make) ?? make();

/** Counts the calls of all processes, and makes one of them fail. */
export class FaultInjector {
  /** The call that failed. */
  hit: string | null = null;
  /** The names of all calls that were made. */
  readonly calls: string[] = [];
  #counted = 0;
  readonly #plan: ProcessFault | null;

  constructor(plan: ProcessFault | null) {
    this.#plan = plan;
  }

  next(call: string): ProcessFault | null {
    const plan = this.#plan;
    this.calls.push(call);
    if (plan === null || (plan.call ?? call) !== call || ++this.#counted !== plan.at) return null;
    this.hit = call;
    return plan;
  }
}
