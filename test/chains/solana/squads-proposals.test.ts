import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { solanaRpc } from '../../../lib/chains/solana/solana-rpc.ts';
import { SQUADS } from '../../../lib/chains/solana/squads.ts';
import { keptChangesReader } from '../../../lib/chains/solana/squads-proposals.ts';
import { quiet } from '../../support/quiet.ts';
import { NO_METHOD, rpcNodes } from '../../support/rpc-nodes.ts';
import { capturedLog } from '../../support/stderr.ts';
import { BOB, SIGNATURE, solana } from './answers.ts';
import { AGREED, changed, made, squads, squadsAnswer, UNREAD } from './squads-answers.ts';

quiet();
const { node, answering } = rpcNodes();
const never = new AbortController().signal;
const { multisig, vault, transaction: account } = squads;

/** What a node knows of the account of the proposal, and of the transactions that name it, the newest first. */
interface Known {
  readonly kept?: { readonly owner: string; readonly data: Buffer };
  readonly naming?: readonly { readonly signature: string; readonly err: unknown }[];
  readonly transactions?: Readonly<Record<string, object>>;
}

async function nodeWith({ kept, naming = [], transactions = {} }: Known) {
  const calls: string[] = [];
  const { url } = await node(async (request, response) => {
    const { method, params } = JSON.parse(await text(request));
    calls.push(method);
    const results: Readonly<Record<string, () => unknown>> = {
      getMultipleAccounts: () => ({
        value: params[0].map((asked: string) =>
          asked === account && kept ? { owner: kept.owner, data: [kept.data.toString('base64'), 'base64'] } : null,
        ),
      }),
      getSignaturesForAddress: () => (params[0] === account ? naming : []),
      getTransaction: () => transactions[params[0]] ?? null,
    };
    response.end(JSON.stringify({ result: results[method]?.() }));
  });
  return { url, calls };
}

const executing = SolanaTransaction.parse(squadsAnswer([made.configTransactionExecute]));
/** The changes that the execution of the proposal makes, read from these nodes. */
function reading(urls: readonly string[], now?: () => number) {
  const read = keptChangesReader('solana', solanaRpc('solana', urls, 60_000), now);
  return async (of?: ReadonlySet<string>, isLookup = false) =>
    (await read((keptChanges) => decodeTransaction(solana, executing, keptChanges), never, of, isLookup)).authority;
}
const open = { owner: SQUADS, data: squads.account };
const named = (signature: string, err: unknown = null) => ({ signature, err });
const signature = (n: number) => `${n}${SIGNATURE.slice(1)}`;
const proposing = (by: string) => squadsAnswer([made.configTransactionCreate], { signature: by });

describe('the changes that a multisig of Squads executes', () => {
  it.each([
    ['multisig', multisig],
    ['vault', vault],
  ])('are read from the account that keeps them, for a watched %s', async (_what, watched) => {
    const { url, calls } = await nodeWith({ kept: open });
    expect(await reading([url])(new Set([watched]))).toEqual(changed(...AGREED));
    expect(calls).toEqual(['getMultipleAccounts']);
  });

  it('cost no call when neither multisig nor vault is watched', async () => {
    const { url, calls } = await nodeWith({ kept: open });
    expect(await reading([url])(new Set([BOB ?? '']))).toEqual(changed(UNREAD));
    expect(calls).toEqual([]);
  });

  it('are read from the transaction that proposed them when the account is closed', async () => {
    const naming = [signature(5), signature(4), signature(3)].map((each) => named(each));
    const transactions = { [signature(3)]: proposing(signature(3)), [signature(4)]: squadsAnswer([]) };
    const { url, calls } = await nodeWith({ naming, transactions });
    expect(await reading([url])()).toEqual(changed(...AGREED));
    expect(calls).toEqual(['getMultipleAccounts', 'getSignaturesForAddress', 'getTransaction']);
  });

  it('are found behind transactions of strangers that named the account before it existed', async () => {
    const strange = (by: string) => squadsAnswer([made.proposalApprove], { signature: by });
    const naming = [named(signature(5)), named(signature(4)), named(signature(3), 'failed'), named(signature(2))];
    const transactions = {
      [signature(4)]: proposing(signature(4)),
      [signature(3)]: proposing(signature(3)),
      [signature(2)]: strange(signature(2)),
    };
    const { url, calls } = await nodeWith({ naming, transactions });
    expect(await reading([url])()).toEqual(changed(...AGREED));
    expect(calls.filter((method) => method === 'getTransaction')).toHaveLength(2);
  });

  it.each<[string, Known]>([
    ['the account and its history are gone', {}],
    ['the account is of another program', { kept: { ...open, owner: multisig } }],
    ['the account is of another kind', { kept: { ...open, data: Buffer.concat([Buffer.alloc(8), squads.account]) } }],
    [
      'so many transactions name the account that the first may be missing',
      {
        naming: Array.from({ length: 1_000 }, () => named(signature(3))),
        transactions: { [signature(3)]: proposing(signature(3)) },
      },
    ],
    [
      'the first transactions are all of strangers',
      {
        naming: [named(signature(3)), ...Array.from({ length: 8 }, () => named(signature(2)))],
        transactions: { [signature(3)]: proposing(signature(3)) },
      },
    ],
    [
      'a failed transaction proposed them',
      {
        naming: [named(signature(3))],
        transactions: {
          [signature(3)]: squadsAnswer([made.configTransactionCreate], { signature: signature(3), err: 'failed' }),
        },
      },
    ],
  ])('are unknown when %s', async (_when, known) => {
    const { url } = await nodeWith(known);
    expect(await reading([url])()).toEqual(changed(UNREAD));
  });

  it('are read from the next node when an answer is of another transaction or malformed', async () => {
    const naming = [named(signature(3))];
    const bad = await nodeWith({ naming, transactions: { [signature(3)]: proposing(signature(4)) } });
    const good = await nodeWith({ naming, transactions: { [signature(3)]: proposing(signature(3)) } });
    expect(await reading([bad.url, good.url])()).toEqual(changed(...AGREED));
  });

  it('hold up the chain for two minutes when no node answers, and are unknown then, with a log line', async () => {
    const lines = capturedLog();
    const { url } = await answering('unavailable', 503);
    let at = 0;
    const read = reading([url], () => at);
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    at = 119_000;
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    at = 120_000;
    expect(await read()).toEqual(changed(UNREAD));
    const line = { level: 'error', event: 'authority.unread', what: 'proposal', chain: 'solana', accounts: [account] };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  it('cost few calls when somebody executes many proposals, and are read again ten seconds later', async () => {
    const { url, calls } = await nodeWith({ kept: open });
    let at = 0;
    const read = reading([url], () => at);
    const all = [];
    for (let n = 0; n < 50; n++) all.push(await read());
    expect(calls).toHaveLength(20);
    expect(all.at(-1)).toEqual(changed(UNREAD));
    at = 10_000;
    expect(await read()).toEqual(changed(...AGREED));
  });

  it('hold up the chain no second time soon when the nodes answered none for two minutes', async () => {
    const { url } = await answering('unavailable', 503);
    let at = 0;
    const read = reading([url], () => at);
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    at = 120_000;
    expect(await read()).toEqual(changed(UNREAD));
    at = 150_000;
    expect(await read()).toEqual(changed(UNREAD));
  });

  it('are unknown at once to a lookup when no node answers', async () => {
    const { url } = await answering(NO_METHOD);
    expect(await reading([url])(undefined, true)).toEqual(changed(UNREAD));
  });

  it('are told by a lookup of the transaction', async () => {
    const transactions = { [SIGNATURE]: squadsAnswer([made.configTransactionExecute]) };
    const { url } = await nodeWith({ kept: open, transactions });
    const found = await solanaReader(solana, [url]).lookup(SIGNATURE, never);
    expect(found?.authority).toEqual(changed(...AGREED));
  });
});
