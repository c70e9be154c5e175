import { afterEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { chainOf } from '../../lib/chains/registry.ts';
import { xrpReader } from '../../lib/chains/xrp/xrp-reader.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { write } from '../../lib/platform/table/write.ts';
import { minus } from '../../lib/values/decimal.ts';
import { RECORDED_PAYMENT, type RecordedLedgers, startRecordedLedgers } from '../../local/chains/recorded-ledgers.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { accountChecks } from './accounts.ts';

quiet();
const { relay } = rpcNodes();
const servers: RecordedLedgers[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** The payer of the recorded payment of 200 XRP, which costs a fee of 0.015 XRP. */
const PAYER = RECORDED_PAYMENT.from;

/** The first ledger of the longest recorded run. */
const FIRST = 11_119_607;

const Found = z.object({ account_data: z.looseObject({ Account: z.string(), Balance: z.string() }) });

/**
 * A server whose newest ledger is the first of the recorded run.
 * @param gift drops that every account has more than the ledgers say, once the test sets them.
 */
async function server() {
  const served = await startRecordedLedgers({ head: FIRST });
  servers.push(served);
  const gift = { drops: 0n };
  const asked: string[] = [];
  const node = await relay(served.url, async (call) => {
    if (call.method !== 'account_info') return undefined;
    asked.push(call.method);
    const { result } = await answerOf(served.url, call);
    const { data } = Found.safeParse(result);
    if (data === undefined) return { result };
    const { account_data } = data;
    const Balance = String(BigInt(account_data.Balance) + gift.drops);
    return { result: { ...result, account_data: { ...account_data, Balance } } };
  });
  return {
    served,
    gift,
    reader: xrpReader(chainOf('xrp'), thrice(node.url)),
    /** Validates ledgers up to this index. */
    validate(index: number): void {
      while (served.head < index && served.advance());
    },
    asked: () => asked.length,
  };
}

const Answer = z.object({ result: z.looseObject({}) });

async function answerOf(url: string, call: object) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  return Answer.parse(await response.json());
}

async function watchedPayer({ every = 1 } = {}) {
  const { reader, ...own } = await server();
  const checks = await accountChecks({ chain: 'xrp', reader, start: own.served.first, every });
  const wallet = await checks.watch(PAYER);
  await checks.run();
  return { ...own, ...checks, wallet };
}

describe('the balance of an XRP account', () => {
  it('is matched when the records explain the payment and the fee', async () => {
    const { served, validate, run, wallet, balancesOf, found } = await watchedPayer();
    const [before] = await balancesOf(wallet);
    expect(before).toMatchObject({ asset: 'XRP', status: 'matched', height: served.first });
    validate(served.last);
    await run();
    const [after] = await balancesOf(wallet);
    expect(after).toMatchObject({ status: 'matched', height: served.last });
    expect(minus(before?.amount ?? '0', after?.amount ?? '0')).toBe('200.015');
    expect(await found()).toEqual([]);
  });

  it('gives one difference in the ledger in which it deviates, over many checks', async () => {
    const { served, validate, gift, run, wallet, balancesOf, found, reports } = await watchedPayer();
    gift.drops = 3_000_000n;
    validate(served.first + 1);
    await run();
    for (let index = served.first + 2; index <= served.last; index++) {
      validate(index);
      await run();
    }
    const height = served.first + 1;
    expect(await found()).toMatchObject([
      { status: 'open', asset: 'XRP', difference: '3', fromHeight: height, toHeight: height },
    ]);
    expect(await reports()).toHaveLength(1);
    expect(await balancesOf(wallet)).toMatchObject([{ status: 'difference' }]);
  });

  it('is compared for a wallet without a tag, and not before such a wallet watches the account', async () => {
    const { served, validate, gift, reader } = await server();
    const checks = await accountChecks({ chain: 'xrp', reader, start: served.first, every: 1 });
    const tagged = await checks.watch(PAYER, { destinationTag: 7 });
    await checks.run();
    gift.drops = 3_000_000n;
    for (const index of [served.first + 1, served.first + 2]) {
      validate(index);
      await checks.run();
    }
    expect([await checks.balancesOf(tagged), await checks.found()]).toEqual([[], []]);
    const plain = await checks.watch(PAYER);
    validate(served.first + 3);
    await checks.run();
    expect(await checks.balancesOf(plain)).toMatchObject([{ asset: 'XRP', status: 'matched' }]);
    gift.drops = 5_000_000n;
    validate(served.last);
    await checks.run();
    expect(await checks.found()).toMatchObject([{ walletId: plain.id, difference: '2' }]);
    expect(await checks.balancesOf(tagged)).toEqual([]);
  });

  it('is not compared for a wallet with a tag that an earlier version checked', async () => {
    const { served, validate, gift, reader } = await server();
    const checks = await accountChecks({ chain: 'xrp', reader, start: served.first, every: 1 });
    const { id } = await checks.watch(PAYER);
    await write(checks.table, { update: keys.wallet(checks.organisation, id), set: { destinationTag: 7 } });
    await checks.run();
    gift.drops = 3_000_000n;
    validate(served.last);
    await checks.run();
    expect(await checks.found()).toEqual([]);
  });

  it('is asked for once for each check, however often the chain is scanned', async () => {
    const { served, validate, asked, run } = await watchedPayer({ every: 3 });
    const before = asked();
    for (const index of [served.first + 1, served.first + 2]) {
      validate(index);
      await run();
      await run();
    }
    expect(asked()).toBe(before);
    validate(served.first + 3);
    await run();
    await run();
    expect(asked()).toBe(before + 1);
  });

  it('is asked for once a day', () => {
    const { reconcileEvery, blockSeconds } = chainOf('xrp');
    expect(reconcileEvery * (blockSeconds ?? 0)).toBe(24 * 60 * 60);
  });
});
