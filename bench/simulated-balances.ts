import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { matchForm } from '../lib/chains/address.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { keys, prefixes } from '../lib/platform/table/keys.ts';
import { fromUnits } from '../lib/values/decimal.ts';
import { balanceWatching } from '../lib/wallets/watched-addresses.ts';
import type { Recording } from './recorded.ts';
import { strangerAt } from './watched.ts';

/** A page of balances has at most 1 MB, as DynamoDB counts the bytes. */
const PAGE = 5_000;
const BYTES_PER_UNIT = 4 * 1024;

/** The balance of an address in the smallest unit: some coins, with all decimals. */
export const unitsOf = (form: string): bigint =>
  10n ** 9n + BigInt(`0x${createHash('sha256').update(form).digest('hex').slice(0, 12)}`);

const Asked = z.looseObject({
  ExpressionAttributeValues: z.record(z.string(), z.looseObject({ S: z.string().optional() })).default({}),
  ExclusiveStartKey: z.object({ sk: z.object({ S: z.string() }) }).optional(),
});

/** The bytes of an item with these texts and numbers: names and values. */
const bytesOf = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);

/**
 * DynamoDB, with the balances of so many strangers that no engine holds: to store them would take longer than the
 * measurement. Counts the units of their reads.
 */
export async function withStoredBalances(
  endpoint: string,
  { id, addressOf }: Recording,
  height: number,
  addresses: number,
) {
  const { pk } = keys.nativeBalance(id, '');
  const { nativeDecimals } = chainOf(id);
  const forms = Array.from({ length: addresses }, (_, n) => matchForm(id, strangerAt({ addressOf }, n)));
  forms.sort((a, b) => (a < b ? -1 : 1));
  let units = 0;
  function page(after: string): string {
    const first = firstAfter(forms, after);
    const some = forms.slice(first, first + PAGE);
    const items = some.map((form) => {
      const { update, set, initially } = balanceWatching(id, form, false, height);
      const amount = fromUnits(unitsOf(form), nativeDecimals);
      return { ...update, ...initially, ...set, amount, height, hash: `0x${'1'.repeat(64)}` };
    });
    units += Math.ceil(items.reduce((sum, item) => sum + bytesOf(item), 0) / BYTES_PER_UNIT);
    const last = items.at(-1);
    const isLast = first + PAGE >= forms.length || last === undefined;
    const LastEvaluatedKey = isLast ? undefined : marshall({ pk, sk: last.sk });
    return JSON.stringify({ Items: items.map((item) => marshall(item)), Count: items.length, LastEvaluatedKey });
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { ExpressionAttributeValues: values, ExclusiveStartKey } = Asked.parse(JSON.parse(String(body)));
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    if (values[':pk']?.S === pk && values[':prefix']?.S === prefixes.nativeBalances) {
      return response.end(page(ExclusiveStartKey?.sk.S.slice(prefixes.nativeBalances.length) ?? ''));
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const passed = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const answer = await fetch(endpoint, { method: 'POST', headers: Object.fromEntries(passed), body });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    units: () => units,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The index of the first of the sorted forms after another. */
function firstAfter(forms: readonly string[], after: string): number {
  let [low, high] = [0, forms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((forms[middle] ?? '') > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
