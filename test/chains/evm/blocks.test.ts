import { describe, expect, it } from '@jest/globals';
import { getAddress, id } from 'ethers';
import fc from 'fast-check';
import { partiesOf } from '../../../lib/chains/evm/evm-block.ts';
import { decodeTransaction } from '../../../lib/chains/evm/evm-decode.ts';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { logEffects } from '../../../lib/chains/evm/log-effects.ts';
import { tokenTransfers } from '../../../lib/chains/evm/logs.ts';
import { EvmReceipt, EvmTransaction } from '../../../lib/chains/evm/schema.ts';
import { evm } from '../../../lib/chains/families.ts';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { isTouched, viewOf } from '../../../lib/transactions/view.ts';
import { quiet } from '../../support/quiet.ts';
import { nodes, nodeWith, recordedBlocks } from './recorded.ts';

quiet();
const { signal } = new AbortController();

/** The addresses of a decoded transaction, in match form. */
const touchedBy = (decoded: DecodedTransaction): string[] =>
  [
    decoded.fromAddress,
    decoded.toAddress,
    ...decoded.movements.flatMap(({ from, to }) => [from, to]),
    ...(decoded.approvals ?? []).flatMap(({ owner, spender }) => [owner, spender]),
    ...(decoded.authority ?? []).map(({ subject }) => subject),
  ]
    .filter((address) => address !== null)
    .map((address) => evm.matchForm(address));

describe('a recorded EVM block', () => {
  it.each(recordedBlocks)('$file contains the same decoded transactions as lookups return', async (recorded) => {
    const { urls } = nodes(nodeWith(recorded));
    const reader = evmReader(chainOf('ethereum'), urls);
    const { transactions } = await reader.block(recorded.height, signal);
    const count = recorded.block.transactions.length;
    expect(transactions.length).toBeGreaterThanOrEqual(count);
    for (const { hash, parties, decode } of transactions.slice(0, count)) {
      const { transaction, undecoded } = await decode(signal);
      expect(undecoded).toBeNull();
      expect(transaction).toEqual(await reader.lookup(hash, signal));
      expect(parties).toEqual(expect.arrayContaining(touchedBy(transaction)));
      expect(parties).toEqual([...new Set(parties)]);
    }
  });

  it.each(recordedBlocks)(
    '$file shows each address the same effects when the decoder decodes for this address only',
    async (recorded) => {
      const { urls } = nodes(nodeWith(recorded));
      const { transactions } = await evmReader(chainOf('ethereum'), urls).block(recorded.height, signal);
      for (const { parties, decode } of transactions) {
        const { transaction: whole } = await decode(signal);
        for (const party of parties) {
          const { transaction: part, undecoded } = await decode(signal, new Set([party]));
          const address = getAddress(party);
          expect(undecoded).toBeNull();
          expect(isTouched(part, address)).toBe(isTouched(whole, address));
          expect(viewOf(part, address, () => false)).toEqual(viewOf(whole, address, () => false));
          const noEffects = { movements: [], approvals: [], authority: [] };
          expect({ ...part, ...noEffects }).toEqual({ ...whole, ...noEffects });
          const others = part.movements.filter(
            ({ standard, from, to }) => standard !== 'native' && ![from, to].includes(address),
          );
          expect(others).toEqual([]);
        }
      }
    },
  );
});

const address = fc.constantFrom('11', 'aB', 'fe').map((byte) => `0x${byte.repeat(20)}`);
const padded = address.map((text) => `0x${'0'.repeat(24)}${text.slice(2)}`);
const event = fc
  .constantFrom(
    'Transfer(address,address,uint256)',
    'TransferSingle(address,address,address,uint256,uint256)',
    'TransferBatch(address,address,address,uint256[],uint256[])',
    'Deposit(address,uint256)',
    'Approval(address,address,uint256)',
    'ApprovalForAll(address,address,bool)',
    'Approval(address,address,address,uint160,uint48)',
    'Permit(address,address,address,uint160,uint48,uint48)',
    'Lockdown(address,address,address)',
    'AddedOwner(address)',
    'ChangedThreshold(uint256)',
    'SafeSetup(address,address[],uint256,address,address)',
    'OwnershipTransferred(address,address)',
    'RoleGranted(bytes32,address,address)',
  )
  .chain((signature) => fc.constantFrom(id(signature), `0x${id(signature).slice(2).toUpperCase()}`));
const word = fc.constantFrom('00', '01', '40', 'ab'.repeat(20)).map((bytes) => bytes.padStart(64, '0'));
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const log = fc.record({
  address: fc.oneof(address, fc.constant(PERMIT2)),
  topics: fc
    .tuple(
      event,
      fc.array(fc.oneof({ weight: 4, arbitrary: padded }, fc.constant(`0x${'f'.repeat(64)}`)), { maxLength: 3 }),
    )
    .map(([name, indexed]) => [name, ...indexed]),
  data: fc.array(word, { maxLength: 4 }).map((words) => `0x${words.join('')}`),
});

describe('the parties of an EVM transaction', () => {
  it('include every address that the decoder may name, for any logs', () => {
    const HASH = `0x${'ab'.repeat(32)}`;
    const WRAPPED = `0x${'11'.repeat(20)}`;
    const transaction = fc.record({ from: address, to: fc.option(address), value: fc.constantFrom('0x0', '0x1') });
    const receipt = fc.record({
      status: fc.constantFrom('0x0', '0x1', undefined),
      contractAddress: fc.option(address),
      logs: fc.array(log, { maxLength: 4 }),
    });
    const ethereum = chainOf('ethereum');
    const block = { hash: HASH, number: 1n, timestamp: 1n };
    fc.assert(
      fc.property(transaction, receipt, (sent, received) => {
        const raw = { hash: HASH, blockHash: HASH, input: '0x', ...sent };
        const rawReceipt = { transactionHash: HASH, blockHash: HASH, gasUsed: '0x1', ...received };
        const parsed = EvmReceipt.parse(rawReceipt);
        const decoded = decodeTransaction(ethereum, EvmTransaction.parse(raw), parsed, block, {
          calls: [],
          ...logEffects(parsed, WRAPPED),
          tokens: new Map(),
        });
        const parties = partiesOf({ hash: HASH, raw, receipt: rawReceipt }, WRAPPED);
        expect(parties).toEqual(expect.arrayContaining(touchedBy(decoded)));
        expect(parties).toEqual([...new Set(parties.map((party) => party.toLowerCase()))]);
      }),
    );
  });
});

describe('tokenTransfers with addresses', () => {
  it('returns exactly the movements from or to the given addresses', () => {
    fc.assert(
      fc.property(fc.array(log, { maxLength: 6 }), fc.uniqueArray(address), (logs, addresses) => {
        const wanted = new Set(addresses.map((text) => text.toLowerCase()));
        const isWanted = (end: string) => wanted.has(end.toLowerCase());
        const expected = tokenTransfers(logs).filter(({ from, to }) => isWanted(from) || isWanted(to));
        expect(tokenTransfers(logs, null, wanted)).toEqual(expected);
      }),
    );
  });
});
