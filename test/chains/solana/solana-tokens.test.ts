import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import type { KeptToken, ReaderOptions } from '../../../lib/chains/port/family.ts';
import { TOKEN, TOKEN_2022 } from '../../../lib/chains/solana/programs.ts';
import { solanaRpc } from '../../../lib/chains/solana/solana-rpc.ts';
import { metadataOf, solanaTokens } from '../../../lib/chains/solana/solana-tokens.ts';
import { decodeBase58, encodeBase58 } from '../../../lib/values/base58.ts';
import { quiet } from '../../support/quiet.ts';
import { NO_METHOD, rpcNodes } from '../../support/rpc-nodes.ts';
import { address } from './answers.ts';

quiet();
const { node, answering } = rpcNodes();

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [MINT, OTHER] = [address(40), address(41)];
const [ALICE, BOB] = [address(42), address(43)];
const never = new AbortController().signal;

const bytesOf = (key: string) => decodeBase58(key) ?? Buffer.alloc(0);
const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const string = (value: string | Buffer, padded = 0) => {
  const bytes = Buffer.concat([Buffer.from(value), Buffer.alloc(padded)]);
  return Buffer.concat([u16(bytes.length), Buffer.alloc(2), bytes]);
};
/** A mint of 2 authorities, a supply, decimals and a flag: 82 bytes. */
const mintData = (decimals = 6) => Buffer.concat([Buffer.alloc(44), Buffer.from([decimals, 1]), Buffer.alloc(36)]);
/** A mint with extensions: filled up to the length of a token account, and marked as a mint. */
const extended = (...extensions: (readonly [number, Buffer])[]) =>
  Buffer.concat([
    mintData(),
    Buffer.alloc(165 - 82),
    Buffer.from([1]),
    ...extensions.map(([type, value]) => Buffer.concat([u16(type), u16(value.length), value])),
  ]);
const pointerTo = (at: string) => [18, Buffer.concat([bytesOf(ALICE), bytesOf(at)])] as const;
const ownMetadata = (mint: string, symbol: string) =>
  [19, Buffer.concat([bytesOf(ALICE), bytesOf(mint), string('A name'), string(symbol), string('https://x')])] as const;
/** An account of Metaplex, in which the texts are filled up with zeros. */
const metaplex = (mint: string, symbol: string | Buffer) =>
  Buffer.concat([
    Buffer.from([4]),
    bytesOf(BOB),
    bytesOf(mint),
    string('A name', 26),
    string(symbol, 3),
    string('', 200),
  ]);

interface Stored {
  readonly owner: string;
  readonly data: Buffer;
}
const spl = (data = mintData()): Stored => ({ owner: TOKEN, data });

/** A node with these accounts, and the addresses of each of its calls. */
async function chainWith(accounts: Readonly<Record<string, Stored>>) {
  const calls: string[][] = [];
  const { url } = await node(async (request, response) => {
    const { params } = JSON.parse(await text(request));
    const [asked, { dataSlice }]: [string[], { dataSlice: { length: number } }] = params;
    calls.push(asked);
    const value = asked.map((each) => {
      const found = accounts[each];
      if (found === undefined) return null;
      return { owner: found.owner, data: [found.data.subarray(0, dataSlice.length).toString('base64'), 'base64'] };
    });
    response.end(JSON.stringify({ result: { context: { slot: 1 }, value } }));
  });
  return { url, calls };
}

const moved = (...mints: string[]): DecodedTransaction => ({
  ...{ chain: 'solana', hash: 'x', blockNumber: 1, blockTimestamp: '2026-01-31T09:00:00.000Z', status: 'success' },
  ...{ fromAddress: ALICE, toAddress: BOB, kind: 'transfer', methodName: null, methodSelector: null },
  ...{ gasPriceGwei: null, feeAmount: '0' },
  movements: mints.map((mint) => ({
    ...{ asset: mint, tokenAddress: mint, tokenId: null, standard: 'SPL', from: ALICE, to: BOB, amount: '1' },
  })),
});
const namesAt = (url: string, options: ReaderOptions = {}) =>
  solanaTokens('solana', solanaRpc('solana', [url], 60_000), options).named;
const symbols = ({ movements }: DecodedTransaction) => movements.map(({ asset }) => asset);
const symbolAt = async (accounts: Readonly<Record<string, Stored>>) =>
  symbols(await namesAt((await chainWith(accounts)).url)(moved(MINT), never))[0];

describe('the symbol of a token of Solana', () => {
  // As explorers of Solana show it.
  it('is at the address that follows from the mint', () => {
    expect(metadataOf(USDC)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq');
  });

  it('is read from the metadata of Metaplex, without the zeros behind it', async () => {
    const metadata = { owner: METAPLEX, data: metaplex(MINT, 'WIFF') };
    expect(await symbolAt({ [MINT]: spl(), [metadataOf(MINT)]: metadata })).toBe('WIFF');
  });

  it('is read from the extension of a mint of Token-2022 that points to itself', async () => {
    const own = { owner: TOKEN_2022, data: extended([3, Buffer.alloc(32)], pointerTo(MINT), ownMetadata(MINT, 'OWN')) };
    expect(await symbolAt({ [MINT]: own })).toBe('OWN');
    const metadata = { owner: METAPLEX, data: metaplex(MINT, 'META') };
    expect(await symbolAt({ [MINT]: own, [metadataOf(MINT)]: metadata })).toBe('OWN');
  });

  it('is that of Metaplex when the mint points elsewhere, or the extension speaks of another mint', async () => {
    const metadata = { [metadataOf(MINT)]: { owner: METAPLEX, data: metaplex(MINT, 'META') } };
    const elsewhere = { owner: TOKEN_2022, data: extended(pointerTo(OTHER), ownMetadata(MINT, 'OWN')) };
    expect(await symbolAt({ [MINT]: elsewhere, ...metadata })).toBe('META');
    const ofAnother = { owner: TOKEN_2022, data: extended(pointerTo(MINT), ownMetadata(OTHER, 'OWN')) };
    expect(await symbolAt({ [MINT]: ofAnother, ...metadata })).toBe('META');
  });

  it.each<[string, Readonly<Record<string, Stored>>]>([
    ['has no metadata', { [MINT]: spl() }],
    ['does not exist', {}],
    ['is an account of tokens', { [MINT]: spl(Buffer.alloc(165, 1)) }],
    ['is an account of another program', { [MINT]: { owner: METAPLEX, data: mintData() } }],
  ])('is the mint when it %s', async (_what, accounts) => {
    expect(await symbolAt(accounts)).toBe(MINT);
  });

  it.each<[string, Stored]>([
    ['belongs to another program', { owner: BOB, data: metaplex(MINT, 'FAKE') }],
    ['speaks of another mint', { owner: METAPLEX, data: metaplex(OTHER, 'FAKE') }],
    [
      'is of another kind',
      { owner: METAPLEX, data: Buffer.concat([Buffer.from([6]), metaplex(MINT, 'F').subarray(1)]) },
    ],
    ['is cut off within the symbol', { owner: METAPLEX, data: metaplex(MINT, 'FAKE').subarray(0, 107) }],
    ['is cut off', { owner: METAPLEX, data: metaplex(MINT, 'FAKE').subarray(0, 80) }],
    ['is empty', { owner: METAPLEX, data: Buffer.alloc(0) }],
    ['states a name of four gigabytes', { owner: METAPLEX, data: metaplex(MINT, 'FAKE').fill(255, 65, 69) }],
    ['states only invisible letters', { owner: METAPLEX, data: metaplex(MINT, '\u200b\u202e') }],
  ])('is the mint when its metadata %s', async (_what, metadata) => {
    expect(await symbolAt({ [MINT]: spl(), [metadataOf(MINT)]: metadata })).toBe(MINT);
  });

  it('is cleaned and bounded like the symbol of a contract', async () => {
    const hostile = Buffer.concat([Buffer.from('U\u202eS\nD'), Buffer.from([0xff]), Buffer.alloc(40, 'x')]);
    const metadata = { owner: METAPLEX, data: metaplex(MINT, hostile) };
    expect(await symbolAt({ [MINT]: spl(), [metadataOf(MINT)]: metadata })).toBe(`US D${'x'.repeat(28)}`);
  });

  it('is that of the list, whatever the chain states, and costs no call', async () => {
    const { url, calls } = await chainWith({});
    const listedSymbol = (mint: string) => (mint === USDC ? 'USDC' : null);
    expect(symbols(await namesAt(url, { listedSymbol })(moved(USDC), never))).toEqual(['USDC']);
    expect(calls).toEqual([]);
  });
});

describe('the calls about tokens of Solana', () => {
  it('are one for 50 tokens, and none for a token that is known', async () => {
    const mints = Array.from({ length: 51 }, (_, n) => address(n + 1));
    const { url, calls } = await chainWith(Object.fromEntries(mints.map((mint) => [mint, spl()])));
    const named = namesAt(url);
    await named(moved(...mints, ...mints), never);
    expect(calls.map((asked) => asked.length)).toEqual([100, 2]);
    await named(moved(...mints), never);
    expect(calls).toHaveLength(2);
  });

  it('are none for a token that the cache keeps, and the cache keeps what they say', async () => {
    const kept = new Map<string, KeptToken>([[OTHER, { symbol: 'KEPT', decimals: 1, seconds: 60 }]]);
    const tokens = {
      get: async (mint: string) => kept.get(mint) ?? null,
      put: async (mint: string, token: KeptToken) => void kept.set(mint, token),
    };
    const metadata = { owner: METAPLEX, data: metaplex(MINT, 'NEW') };
    const { url, calls } = await chainWith({ [MINT]: spl(), [metadataOf(MINT)]: metadata });
    expect(symbols(await namesAt(url, { tokens })(moved(MINT, OTHER), never))).toEqual(['NEW', 'KEPT']);
    expect(calls).toEqual([[MINT, metadataOf(MINT)]]);
    expect(kept.get(MINT)).toMatchObject({ symbol: 'NEW', decimals: 6 });
  });

  it('are at most 200 within ten seconds, and the mint names the tokens of further transactions', async () => {
    const clock = { now: 0 };
    const mints = Array.from({ length: 201 }, (_, n) => encodeBase58(Buffer.alloc(32, 'mint').fill(n, 30)));
    const metadata = mints.map((mint) => [metadataOf(mint), { owner: METAPLEX, data: metaplex(mint, 'M') }]);
    const { url, calls } = await chainWith({
      ...Object.fromEntries(mints.map((mint) => [mint, spl()])),
      ...Object.fromEntries(metadata),
    });
    const named = namesAt(url, { now: () => clock.now });
    const found = [];
    for (const mint of mints) found.push(...symbols(await named(moved(mint), never)));
    expect(found).toEqual([...mints.slice(0, 200).map(() => 'M'), mints[200]]);
    expect(calls).toHaveLength(200);
    clock.now = 10_000;
    expect(symbols(await named(moved(mints[200] ?? ''), never))).toEqual(['M']);
  });

  it('read no more of an account than 2 KB', async () => {
    const far = {
      owner: TOKEN_2022,
      data: extended([99, Buffer.alloc(3_000)], pointerTo(MINT), ownMetadata(MINT, 'FAR')),
    };
    expect(await symbolAt({ [MINT]: far })).toBe(MINT);
  });

  it('name no address that is none', async () => {
    const { url, calls } = await chainWith({});
    expect(symbols(await namesAt(url)(moved('not an address'), never))).toEqual(['not an address']);
    expect(calls).toEqual([]);
  });

  it('hold up a record for at most 30 seconds, and a lookup never', async () => {
    const clock = { now: 0 };
    const { url } = await answering({ error: { code: -32_005, message: 'Node is unhealthy' } });
    const named = namesAt(url, { now: () => clock.now });
    expect(symbols(await named(moved(MINT), never, true))).toEqual([MINT]);
    await expect(named(moved(MINT), never)).rejects.toThrow(ChainUnavailableError);
    clock.now = 30_000;
    expect(symbols(await named(moved(MINT), never))).toEqual([MINT]);
    expect(symbols(await named(moved(OTHER), never))).toEqual([OTHER]);
  });

  it('hold up no record when no node has the method', async () => {
    const { url } = await answering(NO_METHOD);
    expect(symbols(await namesAt(url)(moved(MINT), never))).toEqual([MINT]);
  });
});
