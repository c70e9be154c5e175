import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChainId } from '../../../lib/chains/registry.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import type { Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { ledgers } from './toy-reader.ts';

/*
 * A new family of chains needs only a folder and a line in families.ts. This test adds the toy family, which the
 * product does not have. The folder of the family is this folder, and the line is in the families.ts of this folder.
 * The test replaces only the product's families.ts. All other code is code of the product.
 *
 * Scenario: Ann spends 5 TOY and takes 1.90 back as change, and Ben spends 3 TOY. Cleo receives 4 TOY, Dan receives
 * 2 TOY, and the fee is 0.10 TOY. Ann therefore gives 3 TOY to Cleo; Ben gives 1 TOY to Cleo and 2 TOY to Dan.
 */
jest.unstable_mockModule('../../../lib/chains/families.ts', () => import('./families.ts'));
const { evaluateTransaction } = await import('../../../lib/alerts/evaluation/evaluate-transaction.ts');
const { AnyAddress } = await import('../../../lib/chains/any-address.ts');
const { chainsAt } = await import('../../../lib/chains/chain-wiring.ts');
const { hashCandidates } = await import('../../../lib/chains/hash.ts');
const { ChainId: ChainIds, chainIds, chainOf, isFungible } = await import('../../../lib/chains/registry.ts');
const { coverageOf } = await import('../../../lib/overview/coverage/chain-coverage.ts');
const { ChainInfo, usedPrices } = await import('../../../lib/overview/meta.ts');
const { fixedPrices } = await import('../../../lib/prices/fixed.ts');
const { importTransaction } = await import('../../../lib/transactions/import.ts');
const { lookup } = await import('../../../lib/transactions/lookup.ts');
const { ImportTransaction } = await import('../../../lib/transactions/schema.ts');
const { addressOf } = await import('../../../lib/wallets/wallet-address.ts');
const { watching } = await import('../../watch/watched.ts');
const { makeScenario } = await import('../../support/scenario.ts');

quiet();
const { answering } = rpcNodes();

const [ANN, BEN, CLEO, DAN] = ['toy1anna', 'toy1benn', 'toy1cleo', 'toy1dann'] as const;
const HASH = 'ab'.repeat(32);
const NODE = 'https://toy.example';
const TOY: ChainId = ChainIds.parse('toychain');
const prices = fixedPrices('{"toychain":{"native":"10"}}');

ledgers.set(NODE, [
  { height: 0, timestamp: '2026-03-01T11:00:00.000Z', transactions: [] },
  {
    height: 1,
    timestamp: '2026-03-01T11:01:00.000Z',
    transactions: [
      {
        hash: HASH,
        inputs: [
          { address: ANN, units: 500n },
          { address: BEN, units: 300n },
        ],
        outputs: [
          { address: CLEO, units: 400n },
          { address: DAN, units: 200n },
          { address: ANN, units: 190n },
        ],
      },
    ],
  },
]);

let deps: TestDeps;
let scenario: Scenario;
// Each test scans the chain from its start, so each test needs a table without a cursor.
beforeEach(async () => {
  deps = testDeps(await makeTable());
  scenario = await makeScenario(deps);
});

const wallet = (address: string) => scenario.makeWallet({ label: address, address, chains: [TOY] });

/** A node of the XRP Ledger that does not know any transaction. */
const emptyXrpNode = async () => (await answering({ result: { error: 'txnNotFound' } })).url;

const lookUp = async (text: string, rpc: Record<string, string[]>, chain?: ChainId) => {
  const chains = chainsAt(rpc);
  return lookup({ ...scenario.evaluation, prices, chains }, scenario.organisation, text, chain);
};

async function scan() {
  const reader = chainsAt({ [TOY]: [NODE] }).reader(TOY);
  const watched = watching(deps, scenario, reader, TOY);
  await watched.all();
  const page = await scenario.evaluation.transactions.page(scenario.organisation, {}, { page: 1, pageSize: 100 });
  return { watched, recordOf: ({ id }: { id: string }) => page.data.find(({ walletId }) => walletId === id) };
}

describe('the registry with a toy family', () => {
  it('lists the chain of the family, and the API schema accepts the family', () => {
    expect(chainIds).toContain('toychain');
    const chain = chainOf('toychain');
    const prices = usedPrices('live')(chain);
    expect(ChainInfo.parse({ ...chain, prices })).toMatchObject({ id: 'toychain', family: 'toy' });
  });

  it('accepts addresses of the family in wallets and in rules', () => {
    expect(addressOf('TOY1Anna', [TOY])).toEqual({ address: ANN, destinationTag: null });
    expect(AnyAddress.safeParse('TOY1Anna').success).toBe(true);
    expect(AnyAddress.safeParse('toy2anna').error?.issues[0]?.message).toContain(
      'Solana, the toy chain or the XRP Ledger',
    );
  });

  it('knows which assets of the family are fungible', () => {
    expect(['native', 'chip', 'sticker'].map(isFungible)).toEqual([true, true, false]);
  });

  it('reads a text of 64 hex digits as a hash of both families with this format', () => {
    expect(hashCandidates(HASH)).toEqual([
      { family: 'toy', hash: HASH },
      { family: 'xrp', hash: HASH.toUpperCase() },
    ]);
  });
});

describe('a lookup of a hash that two families share', () => {
  it('asks the chains of both families and answers from the chain that has the transaction', async () => {
    const cleo = await wallet(CLEO);
    const answer = await lookUp(HASH.toUpperCase(), { [TOY]: [NODE], xrp: [await emptyXrpNode()] });
    expect(answer).toMatchObject({
      source: 'blockchain',
      transaction: { walletId: cleo.id, chain: TOY, hash: HASH, fromAddress: ANN, toAddress: CLEO, valueDecimal: '4' },
      transfers: [{ from: ANN, to: CLEO, amount: '4', valueUsd: '40', direction: 'inbound' }],
    });
  });

  it('answers not_found when neither family has the transaction', async () => {
    const unknown = lookUp('cd'.repeat(32), { [TOY]: [NODE], xrp: [await emptyXrpNode()] });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers chain_unavailable when only the family without the transaction answers', async () => {
    const lost = lookUp('cd'.repeat(32), { [TOY]: [NODE], xrp: ['http://127.0.0.1:9/'] });
    await expect(lost).rejects.toMatchObject({ code: 'chain_unavailable' });
  });

  it('asks only the chain that the caller names', async () => {
    const rpc = { [TOY]: [NODE], xrp: [await emptyXrpNode()] };
    expect(await lookUp(HASH, rpc, TOY)).toMatchObject({ transaction: { chain: TOY } });
    await expect(lookUp(HASH, rpc, 'xrp')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers from the records of the organisation when a record has the hash', async () => {
    const cleo = await wallet(CLEO);
    await scan();
    const answer = await lookUp(HASH.toUpperCase(), {});
    expect(answer).toMatchObject({ source: 'database', transaction: { walletId: cleo.id, hash: HASH } });
  });
});

describe('an import of a transaction with several senders', () => {
  const bodyFor = (walletId: string, more: object = {}) =>
    ImportTransaction.parse({
      walletId,
      hash: HASH.toUpperCase(),
      chain: TOY,
      blockNumber: 1,
      blockTimestamp: '2026-03-01T11:01:00.000Z',
      fromAddress: ANN.toUpperCase(),
      toAddress: CLEO,
      valueDecimal: '4',
      ...more,
    });
  const importing = (body: ReturnType<typeof bodyFor>) => {
    const chains = async () => chainsAt({ [TOY]: [NODE] });
    return importTransaction({ ...scenario.recording, prices, now: deps.now, chains }, scenario.organisation, body);
  };

  it('takes the transfers and the fee from the chain', async () => {
    const { id } = await wallet(CLEO);
    const { transaction } = await importing(bodyFor(id));
    expect(transaction).toMatchObject({ hash: HASH, fromAddress: ANN, feeAmount: '0.1', valueUsd: '40' });
    expect(transaction.transfers).toMatchObject([{ from: ANN, senders: [ANN, BEN], to: CLEO, amount: '4' }]);
  });

  it('gives a token the standard that the family names for imports', async () => {
    const { id } = await wallet(CLEO);
    const { transaction } = await importing(bodyFor(id, { hash: 'ef'.repeat(32), tokenSymbol: 'CHIP' }));
    expect(transaction.transfers).toMatchObject([{ asset: 'CHIP', standard: 'chip' }]);
  });

  it('refuses a hash or an address of another family', async () => {
    const { id } = await wallet(CLEO);
    await expect(importing(bodyFor(id, { hash: `0x${HASH}` }))).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(importing(bodyFor(id, { toAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY' }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('the watcher of a toy chain', () => {
  it('records the share of the sender for each sender, and the full amount for each receiver', async () => {
    const [ann, ben, cleo, dan] = [await wallet(ANN), await wallet(BEN), await wallet(CLEO), await wallet(DAN)];
    const { recordOf } = await scan();
    const transfers = [ann, ben, cleo, dan].map((each) => recordOf(each)?.transfers);
    expect(transfers).toMatchObject([
      [{ from: ANN, to: CLEO, amount: '3', direction: 'internal' }],
      [
        { from: BEN, to: CLEO, amount: '1', direction: 'internal' },
        { from: BEN, to: DAN, amount: '2', direction: 'internal' },
      ],
      [{ from: ANN, to: CLEO, amount: '4', direction: 'internal' }],
      [{ from: BEN, to: DAN, amount: '2', direction: 'internal' }],
    ]);
  });

  it('records an inbound transfer when one of its senders is not a wallet of the organisation', async () => {
    const [ben, cleo] = [await wallet(BEN), await wallet(CLEO)];
    const { recordOf } = await scan();
    expect(recordOf(cleo)).toMatchObject({ direction: 'inbound', fromAddress: ANN, tokenAmount: '4' });
    expect(recordOf(ben)).toMatchObject({
      fromAddress: BEN,
      transfers: [{ direction: 'internal' }, { direction: 'outbound' }],
    });
  });

  it('moves its cursor, and the coverage of the chain contains the scanned heights', async () => {
    const { watched } = await scan();
    const coverage = coverageOf(TOY, await watched.cursor(), null, deps.now());
    expect(coverage).toMatchObject({ chain: TOY, height: 1, ranges: [{ from: 0, to: 1 }], confirmations: 0 });
  });
});

describe('the evaluation of a record of a toy chain', () => {
  const fired = async (ruleType: string, conditions: object) => {
    const cleo = await wallet(CLEO);
    await scenario.makeRule({ ruleType, conditions });
    const { recordOf } = await scan();
    const record = recordOf(cleo);
    if (record === undefined) throw new Error('the watcher made no record');
    await evaluateTransaction(scenario.evaluation, scenario.organisation, record.id);
    return (await scenario.events()).length;
  };

  it.each([
    ['any_transfer', {}, 1],
    ['token_transfer', { token_symbol: 'TOY', amount: { gte: 4 } }, 1],
    ['token_transfer', { token_symbol: 'TOY', amount: { gt: 4 } }, 0],
    ['contract_call', {}, 0],
    ['address_blacklist', { addresses: ['TOY1ANNA'] }, 1],
    ['address_blacklist', { addresses: ['TOY1BENN'] }, 1],
    ['address_blacklist', { addresses: ['TOY1DANN'] }, 0],
  ])('fires a rule of the type %s with the conditions %j %i times', async (ruleType, conditions, times) => {
    expect(await fired(ruleType, conditions)).toBe(times);
  });
});
