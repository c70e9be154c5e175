import { describe, expect, it } from '@jest/globals';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { quiet } from '../support/quiet.ts';
import { USDC } from '../support/records.ts';
import { RECEIVER } from '../support/scenario.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

quiet();

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The wallet receives tokens. `arriving` is less than the amount when the token takes a fee. */
const receives = (amount: string, arriving = amount): Change => ({
  by: 'plain',
  to: RECEIVER,
  amount,
  token: USDC,
  arriving,
});
const sends = (amount: string): Change => ({ ...receives(amount), from: RECEIVER, to: USDC });
/** The balance grows, and no transaction says so. */
const rebased = (amount: string): Change => ({ ...receives(amount), by: 'none' });

/** A wallet after its first check, before it ever had a token. */
async function watched(silent?: string) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain, { silent });
  const { deps, scenario, run, balances, ...checked } = await checkedScenario(reader);
  await run({ start: 0 });
  const wallet = await notified(scenario, RECEIVER);
  chain.append(changing());
  await run();
  const prices = fixedPrices('{}');
  const { now } = deps;
  const repos = { balances, differences: differenceRepo(deps), transactions: transactionRepo(deps), prices, now };
  return {
    ...checked,
    /** Some time later, a block has these changes, and a check follows. Returns the row of the token in the API. */
    async later(seconds: number, ...changes: readonly Change[]) {
      deps.advance(seconds);
      chain.append(changing(...changes));
      await run();
      const rows = await walletBalances(repos, scenario.organisation, wallet);
      return rows.filter(({ tokenAddress }) => tokenAddress === USDC).map(({ amount, status }) => [amount, status]);
    },
    /** The differences of the token, the oldest first, and the number of their notices. */
    async reported() {
      const found = await checked.found();
      return {
        found: found.map(({ status, difference }) => [status, difference]),
        sent: (await checked.reports()).length,
      };
    },
  };
}

const NOTHING = { found: [], sent: 0 };
/** One difference, which a webhook and an e-mail report. */
const once = (difference: string) => ({ found: [['open', difference]], sent: 2 });

describe('the balance of an ordinary token', () => {
  it('is compared when the token first moves, and then once a day if the token moved', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR)).toEqual([]);
    expect(await later(HOUR, receives('10'))).toEqual([['10', 'matched']]);
    expect(await later(HOUR, receives('5'))).toEqual([['15', 'pending']]);
    expect(await later(HOUR, sends('3'), receives('1'))).toEqual([['13', 'pending']]);
    expect(await later(DAY)).toEqual([['13', 'matched']]);
    expect(await later(DAY)).toEqual([['13', 'matched']]);
    expect(await later(HOUR, receives('2'))).toEqual([['15', 'matched']]);
    expect(await later(HOUR, sends('15'))).toEqual([['0', 'pending']]);
    expect(await reported()).toEqual(NOTHING);
  });

  it('is compared when a movement comes a day after the last comparison', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR, receives('10'))).toEqual([['10', 'matched']]);
    expect(await later(HOUR, receives('5'))).toEqual([['15', 'pending']]);
    expect(await later(DAY - HOUR, sends('4'))).toEqual([['11', 'matched']]);
    expect(await reported()).toEqual(NOTHING);
  });

  it('includes what the wallet had before the token first moved in a scanned block', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR, rebased('100'))).toEqual([]);
    expect(await later(HOUR, receives('10'))).toEqual([['110', 'matched']]);
    expect(await reported()).toEqual(NOTHING);
  });

  it('agrees after a movement in the smallest unit, from which no balance can be summed', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR, { ...receives('10'), isRaw: true })).toEqual([['10', 'matched']]);
    expect(await later(HOUR, receives('5'))).toEqual([['15', 'pending']]);
    expect(await later(HOUR, { ...receives('2'), isRaw: true }, receives('1'))).toEqual([['18', 'matched']]);
    expect(await later(HOUR, receives('1'))).toEqual([['19', 'pending']]);
    expect(await later(DAY)).toEqual([['19', 'matched']]);
    expect(await reported()).toEqual(NOTHING);
  });

  it('is a difference when tokens move without a log that names the wallet', async () => {
    const { later, reported, found } = await watched();
    await later(HOUR, receives('10'));
    expect(await later(HOUR, rebased('7'), receives('1'))).toEqual([['11', 'pending']]);
    expect(await later(DAY)).toEqual([['18', 'difference']]);
    expect(await reported()).toEqual(once('7'));
    expect(await found()).toMatchObject([
      { asset: 'USDC', tokenAddress: USDC, expected: '11', actual: '18', fromHeight: 4, toHeight: 5, recorded: '1' },
    ]);
  });
});

describe('a token that deviates again and again is reported once', () => {
  it('when the token takes a fee from each movement', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR, receives('10', '9.5'))).toEqual([['9.5', 'difference']]);
    expect(await reported()).toEqual(once('-0.5'));
    for (const balance of ['19', '28.5', '38']) {
      expect(await later(DAY, receives('10', '9.5'))).toEqual([[balance, 'difference']]);
    }
    expect(await reported()).toEqual(once('-0.5'));
  });

  it('when the balance grows each day', async () => {
    const { later, reported } = await watched();
    expect(await later(HOUR, receives('10'))).toEqual([['10', 'matched']]);
    await later(HOUR, rebased('0.1'), receives('1'));
    expect(await later(DAY)).toEqual([['11.1', 'difference']]);
    for (const balance of ['11.2', '11.3', '11.4']) {
      expect(await later(DAY, rebased('0.1'))).toEqual([[balance, 'difference']]);
    }
    expect(await later(DAY, rebased('0.1'), sends('1'))).toEqual([['10.5', 'difference']]);
    expect(await reported()).toEqual(once('0.1'));
  });

  it('and once more after movements that agreed with the balance', async () => {
    const { later, reported } = await watched();
    await later(HOUR, receives('10', '9'));
    await later(DAY, receives('10'));
    expect(await reported()).toEqual(once('-1'));
    await later(DAY, receives('10', '8'));
    expect((await reported()).found).toEqual([
      ['open', '-1'],
      ['open', '-2'],
    ]);
  });
});

describe('the balance of a token whose contract states none', () => {
  it('has no row and no difference', async () => {
    const { later, reported } = await watched(USDC);
    expect(await later(HOUR, receives('10', '9'))).toEqual([]);
    expect(await later(DAY, receives('10', '9'))).toEqual([]);
    expect(await reported()).toEqual(NOTHING);
  });
});
