import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { InjectedFaultError, type Plan } from '../support/faults.ts';
import { dynamoDb } from '../support/table.ts';

/** What may go wrong with one call. `asked again`: its first answer is lost, and the SDK, which retries, makes it twice. */
export interface Trouble extends Omit<Plan, 'fails'> {
  readonly fails: Plan['fails'] | 'asked again';
}

/** One of the processes that run side by side: it stands before each call that it makes of the world outside. */
export class Process {
  /** The call that it stands before. */
  at: string | null = null;
  dead = false;
  ended = false;
  readonly calls: string[] = [];
  #askedAgain = false;
  #goOn = () => {};
  #stands = Promise.withResolvers<void>();
  readonly #troubles: Troubles;

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  /** Comes back when it stands before its first call, or has ended. */
  start(run: () => Promise<void>): Promise<void> {
    this.#stands = Promise.withResolvers();
    void running.run(this, run).finally(() => {
      this.ended = true;
      this.#stands.resolve();
    });
    return this.#stands.promise;
  }

  /** Makes the call that it stands before; comes back when it stands before the next one, or has ended. */
  step(): Promise<void> {
    this.#stands = Promise.withResolvers();
    this.at = null;
    this.#goOn();
    return this.#stands.promise;
  }

  /** Once for each call that is. */
  isAskedAgain(): boolean {
    const was = this.#askedAgain;
    this.#askedAgain = false;
    return was;
  }

  async around<T>(call: string, make: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.at = call;
      this.#stands.resolve();
    });
    if (this.dead) throw new InjectedFaultError(`${call} of a dead process`);
    const trouble = this.#troubles.next(call);
    if (trouble === null) return this.#made(call, make);
    if (trouble.fails === 'asked again') {
      this.#askedAgain = true;
      return this.#made(call, make);
    }
    this.dead = trouble.process === 'dies';
    // Settled, not fulfilled: an answer that says no is lost as well.
    if (trouble.fails === 'after') await Promise.allSettled([this.#made(call, make)]);
    throw new InjectedFaultError(
      trouble.fails === 'after' ? `the answer of ${call} is lost` : `${call} did not happen`,
    );
  }

  #made<T>(call: string, make: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    return make();
  }
}

/** One client for each table: connections are what takes the longest. */
const tables = new Map<string, Table>();

/** The table as processes see it. Who is no process reads and writes as ever. */
export function tableOfProcesses({ name }: Table): Table {
  const table = tables.get(name) ?? openTable(name, clientInTurns());
  tables.set(name, table);
  return table;
}

function clientInTurns(): DynamoDBClient {
  const client = dynamoDb();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        inTurn(`${commandName.replace('Command', '')} ${itemIn(args.input)}`, () => next(args)),
    { step: 'initialize', name: 'turns', priority: 'high' },
  );
  // Within the SDK's own retries: the very same request, with the same token of a transaction.
  client.middlewareStack.add(
    (next) => async (args) => {
      if (running.getStore()?.isAskedAgain()) await Promise.allSettled([next(args)]);
      return next(args);
    },
    { step: 'deserialize', name: 'askedAgain', priority: 'high' },
  );
  return client;
}

/** The kind of the first item that a command names; the slots of an organisation are kept as those of a receiver. */
function itemIn(input: object): string {
  const [, kind = '', id = ''] = /"(RECEIVER|BACKLOG|DELIVERY)#(\w*)/.exec(JSON.stringify(input)) ?? [];
  return kind === 'RECEIVER' && ['first', 'retries'].includes(id) ? 'ORGANISATION' : kind;
}

const running = new AsyncLocalStorage<Process>();

/** Makes a call of the process that this runs in when it is its turn. */
export const inTurn = <T>(call: string, make: () => Promise<T>): Promise<T> =>
  running.getStore()?.around(call, make) ?? make();

/** Counts the calls of all processes, and hurts one. */
export class Troubles {
  /** The call that was hurt. */
  hit: string | null = null;
  /** The names of all calls that were made. */
  readonly calls: string[] = [];
  #counted = 0;
  readonly #plan: Trouble | null;

  constructor(plan: Trouble | null) {
    this.#plan = plan;
  }

  next(call: string): Trouble | null {
    const plan = this.#plan;
    this.calls.push(call);
    if (plan === null || (plan.call ?? call) !== call || ++this.#counted !== plan.at) return null;
    this.hit = call;
    return plan;
  }
}
