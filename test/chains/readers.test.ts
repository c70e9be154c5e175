import { describe, expect, it } from '@jest/globals';
import { hashCandidates } from '../../lib/chains/hash.ts';
import type { ChainReader, DecodedTransaction } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { chainReaders, lookupEverywhere, RpcUrls, searchesOf } from '../../lib/chains/readers.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { textOf, transactionIn } from './solana/recorded.ts';

quiet();

const { answering } = rpcNodes();
const HASH = `0x${'ab'.repeat(32)}`;
const never = new AbortController().signal;

const found = (chain: ChainId): DecodedTransaction => ({
  chain,
  hash: HASH,
  blockNumber: 1,
  blockTimestamp: '2026-01-31T09:00:00.000Z',
  status: 'success',
  fromAddress: '',
  toAddress: '',
  kind: 'transfer',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: '1',
  feeAmount: '0',
  movements: [],
});
const knows =
  (chain: ChainId): ChainReader['lookup'] =>
  async () =>
    found(chain);
const knowsNot: ChainReader['lookup'] = async () => null;
const down: ChainReader['lookup'] = async () => {
  throw new ChainUnavailableError('base', 'every RPC node failed');
};
/** Waits until the caller cancels, and then rejects. */
const waits: ChainReader['lookup'] = (_hash, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ChainUnavailableError('polygon', 'no answer in time')));
  });

const lookup = (lookups: Partial<Record<ChainId, ChainReader['lookup']>>, signal = never) => {
  const chains = (['ethereum', 'base', 'polygon'] as const).filter((chain) => lookups[chain] !== undefined);
  const searches = chains.map((chain) => ({ chain, hash: HASH }));
  return lookupEverywhere((chain) => ({ lookup: lookups[chain] ?? knowsNot }), searches, signal);
};

describe('lookupEverywhere', () => {
  it('answers from the chain that has the hash when other chains fail', async () => {
    expect(await lookup({ ethereum: knowsNot, base: down, polygon: knows('polygon') })).toEqual(found('polygon'));
  });

  it('cancels the calls to slower chains after an answer', async () => {
    let isReleased = false;
    const slow: ChainReader['lookup'] = (hash, signal) => {
      signal.addEventListener('abort', () => {
        isReleased = true;
      });
      return waits(hash, signal);
    };
    expect(await lookup({ ethereum: slow, base: knows('base') })).toEqual(found('base'));
    expect(isReleased).toBe(true);
  });

  it('returns null when every chain answers that it does not know the hash', async () => {
    expect(await lookup({ ethereum: knowsNot, base: knowsNot })).toBeNull();
  });

  it('throws when no chain has the hash and a chain did not answer', async () => {
    await expect(lookup({ ethereum: knowsNot, base: down })).rejects.toThrow(ChainUnavailableError);
  });

  it('throws ChainUnavailableError when the caller cancels', async () => {
    const caller = new AbortController();
    const answer = lookup({ ethereum: knowsNot, polygon: waits }, caller.signal);
    caller.abort();
    await expect(answer).rejects.toThrow(ChainUnavailableError);
  });

  it('throws when the list of searches is empty', async () => {
    await expect(lookup({})).rejects.toThrow('no RPC node is configured');
  });
});

describe('chainReaders', () => {
  it('name a listed token of Solana by the list, whatever the nodes know', async () => {
    const { url } = await answering(textOf('tx/21-mm-swap-sol-to-sahur.json'));
    const [hash = ''] = transactionIn('tx/21-mm-swap-sol-to-sahur.json').transaction.signatures;
    const transaction = await chainReaders({ solana: thrice(url) })('solana').lookup(hash, never);
    const symbols = new Map(transaction?.movements.map(({ tokenAddress, asset }) => [tokenAddress, asset]));
    expect(symbols.get('So11111111111111111111111111111111111111112')).toBe('wSOL');
    expect(symbols.get(null)).toBe('SOL');
    // The node knows no symbol of the other token.
    expect([...symbols].filter(([mint, asset]) => mint === asset)).toHaveLength(1);
  });

  it.each(['base', 'solana', 'xrp'] as const)('rejects a call for %s when no node is configured', async (chain) => {
    const failure = chainReaders({})(chain).lookup(HASH, never);
    await expect(failure).rejects.toThrow(ChainUnavailableError);
    await expect(failure).rejects.toThrow('no RPC node is configured');
  });

  it('passes a request for balances on to the reader of the chain', async () => {
    const answer = { context: { slot: 8 }, value: [{ lamports: 1_500_000_000 }] };
    const { url } = await answering({ jsonrpc: '2.0', id: 1, result: answer });
    const at = { height: 7, hash: 'h', parentHash: 'g' };
    const balances = await chainReaders({ solana: [url] })('solana').accounts?.(['A'], at, never);
    expect(balances).toEqual({ height: 8, amounts: new Map([['A', '1.5']]) });
  });

  it('keeps one reader per chain', () => {
    const readers = chainReaders({ anvil: ['http://127.0.0.1:8545'] });
    expect(readers('anvil')).toBe(readers('anvil'));
  });
});

describe('searchesOf', () => {
  const SOLANA = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQUjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
  const url = ['https://a.example'];

  it('returns a search on every EVM chain that has a node', () => {
    const searches = searchesOf(hashCandidates(HASH), { sepolia: url, base: url, solana: url });
    expect(searches).toEqual([
      { chain: 'base', hash: HASH },
      { chain: 'sepolia', hash: HASH },
    ]);
  });

  it('returns no search when no EVM chain has a node', () => {
    expect(searchesOf(hashCandidates(HASH), { solana: url })).toEqual([]);
  });

  it.each([
    ['solana', SOLANA],
    ['xrp', 'AB'.repeat(32)],
  ])('returns a search on the main network %s only, with and without a node', (chain, hash) => {
    expect(searchesOf(hashCandidates(hash), { [chain]: url, [`${chain}-devnet`]: url })).toEqual([{ chain, hash }]);
    expect(searchesOf(hashCandidates(hash), { base: url })).toEqual([{ chain, hash }]);
  });
});

describe('RpcUrls', () => {
  it('accepts URLs for only some of the chains', () => {
    const urls = RpcUrls.parse({
      anvil: ['http://127.0.0.1:8545'],
      base: ['https://a.example/k', 'https://b.example'],
    });
    expect(urls).toEqual({ anvil: ['http://127.0.0.1:8545'], base: ['https://a.example/k', 'https://b.example'] });
  });

  it.each([
    ['an unknown chain', { bitcoin: ['https://a.example'] }],
    ['no URL', { base: [] }],
    ['a URL with a password, which fetch does not accept', { base: ['https://user:pass@a.example'] }],
    ['another protocol', { base: ['ws://a.example'] }],
  ])('refuses %s', (_what, urls) => {
    expect(RpcUrls.safeParse(urls).success).toBe(false);
  });
});
