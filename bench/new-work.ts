import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../functions/routes.ts';
import { Transaction } from '../lib/transactions/schema.ts';
import { client } from '../local/demo/demo-client.ts';
import { type Customer, importOf } from './outage-customers.ts';

/** The pause between two imports. */
const PACE_MS = 250;
/** The longest time of an import. A lost webhook must not let the benchmark hang. */
const LONGEST_MS = 120_000;

/**
 * New work of a customer without pending work. `measure` imports one transaction after the other while `goesOn`, and
 * returns the milliseconds from each request to the receipt of its webhook.
 * @param receivedAt when the webhook of a hash arrived.
 */
export function newWork(baseUrl: string, { apiKey, walletId }: Customer, receivedAt: ReadonlyMap<string, number>) {
  const api = client(baseUrl, apiKey);
  let made = 0;

  async function imported(): Promise<number> {
    made += 1;
    const body = importOf(walletId, made);
    const { hash } = body;
    const started = performance.now();
    await api.call(routes.importTransaction, Transaction, { body });
    for (;;) {
      const at = receivedAt.get(hash);
      if (at !== undefined) return at - started;
      if (performance.now() - started > LONGEST_MS) throw new Error(`The webhook of ${hash} did not arrive`);
      await sleep(1);
    }
  }

  return async function measure(goesOn: (imports: number) => boolean): Promise<number[]> {
    const times: number[] = [];
    while (goesOn(times.length)) {
      times.push(await imported());
      await sleep(PACE_MS);
    }
    return times;
  };
}
