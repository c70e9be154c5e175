import { describe, expect, it } from '@jest/globals';
import type { HDNodeWallet } from 'ethers';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { sentenceOf } from '../../../lib/transactions/sentence.ts';
import { eventually } from '../../support/eventually.ts';
import { quiet } from '../../support/quiet.ts';
import { NO_METHOD, rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { testCases, watchingCase } from './contract-case.ts';
import { CHAIN_ID, contractNode, newAddress } from './contract-node.ts';
import { ether, paid, type Seen, seen } from './expected.ts';
import { payer } from './payer.ts';

quiet();
const { signal } = new AbortController();
const NOBODY = `0x${'0'.repeat(40)}`;
const node = contractNode();
const { relay } = rpcNodes();

type Change = Seen['authority'][number];
const set = (subject: string, after: string, before: string | null = null): Change => ({
  kind: 'delegation_set',
  subject,
  before,
  after,
});
const cleared = (subject: string, before: string | null): Change => ({
  kind: 'delegation_cleared',
  subject,
  before,
  after: null,
});
const authorize = (by: HDNodeWallet, address: string, nonce = 0, chainId = CHAIN_ID) =>
  by.authorizeSync({ address, nonce, chainId });

testCases(node, {
  'a delegation that the account signed and a stranger sends, to code that takes its ether': async () => {
    const [victim, stranger, thief] = [await node.account('5'), await node.account(), newAddress()];
    const sweeper = newAddress();
    await node.put(sweeper, { code: payer([{ to: thief, value: 'all' }]) });
    const authorizationList = [authorize(victim, sweeper)];
    const authority = [set(victim.address, sweeper)];
    const stolen = ether('call', victim.address, thief, '5', 'outbound');
    const alerts = { any_transfer: 1, authority_change: 1 };
    return {
      watched: { victim: victim.address },
      transaction: await node.signed(stranger, { to: victim.address, authorizationList }),
      traced: {
        records: { victim: paid(stolen, { authority }) },
        alerts,
      },
      untraced: {
        records: { victim: seen({ authority }) },
        alerts: { authority_change: 1 },
      },
    };
  },

  // Attack: the delegation stays though the call fails.
  'a delegation that a stranger sends with a call that fails': async () => {
    const [victim, stranger, code, reverts] = [
      await node.account('5'),
      await node.account(),
      newAddress(),
      newAddress(),
    ];
    await node.put(reverts, { code: payer([], 'revert') });
    const records = { victim: seen({ authority: [set(victim.address, code)] }) };
    const alerts = { authority_change: 1 };
    const authorizationList = [authorize(victim, code)];
    return {
      watched: { victim: victim.address },
      transaction: await node.signed(stranger, { to: reverts, authorizationList }),
      status: 'failed',
      traced: { records, alerts },
      untraced: { records, alerts },
    };
  },

  'a delegation that a sponsor sends to another address': async () => {
    const [account, sponsor, code] = [await node.account(), await node.account(), newAddress()];
    const records = { account: seen({ authority: [set(account.address, code)] }) };
    const alerts = { authority_change: 1 };
    const authorizationList = [authorize(account, code)];
    return {
      watched: { account: account.address },
      transaction: await node.signed(sponsor, { to: sponsor.address, authorizationList }),
      traced: { records, alerts },
      untraced: { records, alerts },
    };
  },
});

/** Sends transactions that the node mines in one block. Returns the decoded transactions as the watcher has them. */
async function mined(made: readonly string[], of: readonly string[], urls = thrice(node.url())) {
  await node.ask('evm_setAutomine', [false]);
  const hashes: string[] = [];
  for (const raw of made) hashes.push(String(await node.ask('eth_sendRawTransaction', [raw])));
  const height = await node.settle();
  await node.ask('evm_setAutomine', [true]);
  const reader = evmReader(chainOf('anvil'), urls);
  const watched = new Set(of.map((address) => address.toLowerCase()));
  const { transactions } = await reader.block(height, signal);
  const found = transactions.filter(({ hash }) => hashes.includes(hash));
  expect(found).toHaveLength(made.length);
  const decoded = await Promise.all(found.map(async (each) => (await each.decode(signal, watched)).transaction));
  // A lookup, and so an import, tells the same.
  for (const each of decoded) expect((await reader.lookup(each.hash, signal))?.authority).toEqual(each.authority);
  return { decoded, parties: found.map(({ parties }) => parties) };
}
const authorityIn = ({ decoded }: Awaited<ReturnType<typeof mined>>) => decoded.map(({ authority }) => authority);

describe('a delegation of EIP-7702 in a transaction that fails', () => {
  it('is told in the sentence of the record', async () => {
    const [victim, stranger, code, reverts] = [await node.account(), await node.account(), newAddress(), newAddress()];
    await node.put(reverts, { code: payer([], 'revert') });
    const transaction = await node.signed(stranger, { to: reverts, authorizationList: [authorize(victim, code)] });
    const nothing = { records: {}, alerts: {} };
    const { all, scenario } = await watchingCase(
      node,
      { watched: { victim: victim.address }, transaction, traced: nothing, untraced: nothing },
      await node.settle(),
    );
    const hash = await node.send(transaction, 'failed');
    await all();
    const [record] = await scenario.evaluation.transactions.byHash(scenario.organisation, hash);
    const told = record && sentenceOf(record, { label: 'Cold vault', address: victim.address });
    const shown = `${code.slice(0, 6)}…${code.slice(-4)}`;
    expect([record?.status, told]).toEqual(['failed', `Cold vault delegated its account to the code at ${shown}`]);
  });
});

describe('the authorizations of EIP-7702', () => {
  it('name their signers as parties, whoever sends them', async () => {
    const [account, sponsor] = [await node.account(), await node.account()];
    const authorizationList = [authorize(account, newAddress())];
    const raw = await node.signed(sponsor, { to: sponsor.address, authorizationList });
    const { parties, decoded } = await mined([raw], [account.address]);
    expect(parties[0]).toContain(account.address.toLowerCase());
    expect(decoded[0]?.signers).toEqual([sponsor.address, account.address]);
  });

  it.each([
    ['another chain', 0, CHAIN_ID + 1],
    ['a nonce that the account has not reached', 1, CHAIN_ID],
  ])('change nothing and tell nothing when they are of %s', async (_of, nonce, chainId) => {
    const [account, sponsor] = [await node.account(), await node.account()];
    const authorizationList = [authorize(account, newAddress(), nonce, chainId)];
    const raw = await node.signed(sponsor, { to: sponsor.address, authorizationList });
    expect(authorityIn(await mined([raw], [account.address]))).toEqual([[]]);
    expect(await node.ask('eth_getCode', [account.address, 'latest'])).toBe('0x');
  });

  it('count in their order: several for one account, of chain 0, and after the nonce of the sender', async () => {
    const [account, sponsor, first, second] = [await node.account(), await node.account(), newAddress(), newAddress()];
    const authorizationList = [
      authorize(account, first, 1), // too early
      authorize(account, first, 0, 0),
      authorize(account, second, 1),
      authorize(account, second, 1), // for the second time
      authorize(account, NOBODY, 2),
      authorize(account, NOBODY, 3), // nothing left to clear
      authorize(sponsor, second, 1), // the transaction itself has nonce 0
    ];
    const raw = await node.signed(sponsor, { to: sponsor.address, authorizationList });
    const { address } = account;
    expect(authorityIn(await mined([raw], [address, sponsor.address]))).toEqual([
      [set(address, first), set(address, second, first), cleared(address, second), set(sponsor.address, second)],
    ]);
  });

  it('are told once when strangers send one of them twice in a block', async () => {
    const [account, code] = [await node.account(), newAddress()];
    const authorizationList = [authorize(account, code)];
    const made: string[] = [];
    for (const sender of [await node.account(), await node.account()]) {
      made.push(await node.signed(sender, { to: sender.address, authorizationList }));
    }
    const told = authorityIn(await mined(made, [account.address]));
    expect(told.flat()).toEqual([set(account.address, code)]);
    expect(told[0]).toHaveLength(1);
  });

  it('are told when the transaction fails, because a failure takes no delegation back', async () => {
    const [account, sponsor, code, reverts] = [await node.account(), await node.account(), newAddress(), newAddress()];
    await node.put(reverts, { code: '0x60006000fd' });
    const authorizationList = [authorize(account, code)];
    const { decoded } = await mined(
      [await node.signed(sponsor, { to: reverts, authorizationList })],
      [account.address],
    );
    expect(decoded[0]).toMatchObject({ status: 'failed', authority: [set(account.address, code)] });
    expect(await node.ask('eth_getCode', [account.address, 'latest'])).toBe(`0xef0100${code.slice(2).toLowerCase()}`);
  });

  it('are told by a lookup as the account signed them when no node has the state any more', async () => {
    const [account, sponsor, code] = [await node.account(), await node.account(), newAddress()];
    const authorizationList = [authorize(account, code), authorize(account, NOBODY, 1)];
    const hash = await node.send(await node.signed(sponsor, { to: sponsor.address, authorizationList }));
    const forgetful = await relay(node.url(), ({ method }) => (method === 'eth_getCode' ? NO_METHOD : undefined));
    const reader = evmReader(chainOf('anvil'), thrice(forgetful.url));
    // A busy node may not know the transaction for a moment.
    const found = await eventually(
      () => reader.lookup(hash, signal),
      (answer) => answer !== null,
    );
    expect(found?.authority).toEqual([set(account.address, code), cleared(account.address, code)]);
  });
});
