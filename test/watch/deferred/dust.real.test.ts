import { describe, expect, it } from '@jest/globals';
import { rememberedLimits } from '../../../lib/organisations/limits/remembered-limits.ts';
import { setLimits } from '../../../lib/organisations/limits/set-limits.ts';
import { cooldownKeys } from '../../../lib/platform/table/cooldown-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { type Payment, paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../../support/quiet.ts';
import { anApproval, anAuthorityChange } from '../../support/records.ts';
import { SENDER } from '../../support/scenario.ts';
import { holding, payment, STRANGER } from '../payments.ts';
import { budgeted } from './budgeted.ts';

quiet();

const UNI = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const BUDGETS = { perBlock: 20, atOnce: 50, perHour: 120 };

const dust = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => payment(from + n, { from: STRANGER, to: SENDER }));

// Attack: a stranger sends 400 dust payments to a wallet, and then the thief drains it. The record of the theft waited
// behind the dust for more than two hours.
it('dust before the drain does not delay the record of the drain', async () => {
  const drain = payment(9_000, { from: SENDER, amount: '5000' });
  const chain = paymentChain(...Array.from({ length: 8 }, (_, n) => holding(...dust(n * 50, 50))));
  const { watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
  const organisation = await watching(SENDER);
  await scanned();
  await drained();
  // The drain is in the middle of further dust, and its block is more than the watcher records at once.
  chain.append(holding(...dust(1_000, 30), drain, ...dust(2_000, 30)));
  await scanned();
  const found = (await records(organisation)).map(({ hash }) => hash);
  expect(found).toContain(drain.hash);
  expect(found.length).toBeLessThan(BUDGETS.perHour + 30);
});

describe('what takes control of a wallet, in transactions that the wallet did not sign, waits for no dust:', () => {
  const by = { from: STRANGER, to: STRANGER };
  const drainOf = (amount: string) => ({ ...by, from: SENDER, token: UNI, signer: STRANGER, amount });
  const approved = (amount: string) => [
    { ...anApproval({ asset: 'UNI', tokenAddress: UNI, amount, unlimited: false }), owner: SENDER, spender: STRANGER },
  ];
  const ownerAdded = [anAuthorityChange({ subject: SENDER, after: STRANGER })];

  // Attack: the same before an unsigned `transferFrom`, or a `permit`, of a token that no list names. The wallet has
  // held the token. Or the thief becomes an owner of the wallet.
  it.each<[string, Partial<Payment>, Partial<Payment>]>([
    ['the drain of a held token', drainOf('5000'), drainOf('7')],
    ['the approval of a held token', { ...by, approvals: approved('5000') }, { ...by, approvals: approved('7') }],
    ['a new owner of the wallet', { ...by, authority: ownerAdded }, { ...by, authority: ownerAdded }],
  ])('%s', async (_, inDust, alone) => {
    const first = payment(9_000, inDust);
    const second = payment(9_001, alone);
    const chain = paymentChain(...Array.from({ length: 8 }, (_, n) => holding(...dust(n * 50, 50))));
    const { deps, watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    const { data } = await walletListing(deps).list(organisation, { pageSize: 1 });
    const key = cooldownKeys.heldAsset(organisation, data[0]?.id ?? '', 'anvil', UNI);
    await write(deps.table, { put: { ...key, token: UNI } });
    await scanned();
    await drained();
    chain.append(holding(...dust(1_000, 30), first, ...dust(2_000, 30)));
    chain.append(holding(second));
    await scanned();
    const found = (await records(organisation)).map(({ hash }) => hash);
    expect(found).toEqual(expect.arrayContaining([first.hash, second.hash]));
    expect(found.length).toBeLessThan(BUDGETS.perHour + 30);
  });
});

it('dust beside what the wallet signed waits for the earlier dust', async () => {
  const chain = paymentChain(holding(...dust(0, 300)));
  const { watching, scanned, records } = await budgeted(chain, BUDGETS);
  const organisation = await watching(SENDER);
  await scanned();
  const own = payment(9_000, { from: SENDER });
  const late = payment(400, { from: STRANGER, to: SENDER });
  chain.append(holding(own, late));
  await scanned();
  const found = (await records(organisation)).map(({ hash }) => hash);
  expect(found).toContain(own.hash);
  expect(found).not.toContain(late.hash);
});

// Scenario: the wallet signs more than the watcher records of a block, so that its own transactions are deferred too.
it('what a wallet signed is recorded in order, before the dust that waits', async () => {
  const own = Array.from({ length: 60 }, (_, n) => payment(9_000 + n, { from: SENDER }));
  const chain = paymentChain(holding(...dust(0, 300)), holding(...dust(300, 30), ...own), holding(...dust(400, 30)));
  const { watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
  const organisation = await watching(SENDER);
  await scanned();
  await drained();
  const all = await records(organisation);
  const signed = all.filter(({ direction }) => direction === 'outbound');
  // The watcher makes the first records of the block side by side.
  const [hashes, wanted] = [signed, own].map((each) => each.map(({ hash }) => hash));
  expect(hashes?.toSorted()).toEqual(wanted?.toSorted());
  expect(hashes?.slice(BUDGETS.perBlock)).toEqual(wanted?.slice(BUDGETS.perBlock));
  expect(all.length - signed.length).toBeLessThan(BUDGETS.perHour + 30);
});

it('an operator gives an organisation another budget of records', async () => {
  const chain = paymentChain(holding(...dust(0, 300)));
  const { deps, watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
  const organisation = await watching(SENDER);
  await write(deps.table, { update: keys.organisation(organisation), set: { name: 'Acme' } });
  await setLimits(deps, { organisationId: organisation, limits: { recordsPerHour: 10_000 } });
  expect(await rememberedLimits(deps)(organisation)).toEqual({ recordsPerHour: 10_000 });
  await scanned();
  await drained();
  expect(await records(organisation)).toHaveLength(300);
});
