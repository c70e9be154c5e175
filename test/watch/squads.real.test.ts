import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import * as z from 'zod';
import { chainOf } from '../../lib/chains/registry.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { SQUADS } from '../../lib/chains/solana/squads.ts';
import { sentenceOf } from '../../lib/transactions/sentence.ts';
import { decodeBase58 } from '../../lib/values/base58.ts';
import { startSurfpool } from '../../local/chains/surfpool.ts';
import { AGREED, type MadeInstruction, made, squads } from '../chains/solana/squads-answers.ts';
import { eventually } from '../support/eventually.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

quiet();
const { multisig, vault } = squads;
const { signal } = new AbortController();
const LOADER = 'BPFLoader2111111111111111111111111111111111';
const Answer = z.object({ result: z.unknown() });

let node: Awaited<ReturnType<typeof startSurfpool>>;
let chain: Connection;
const payer = Keypair.generate();

/** No package has the program of Squads. At its address, the local node runs a program that accepts everything. */
beforeAll(async () => {
  node = await startSurfpool();
  chain = new Connection(node.url, 'confirmed');
  await put(SQUADS, { owner: LOADER, executable: true, data: squads.program.toString('hex') });
  await sent(await chain.requestAirdrop(payer.publicKey, 1_000_000_000));
});
afterAll(() => node.stop());

/** Puts an account on the node without a transaction. An account without lamports does not exist. */
async function put(address: string, account: object): Promise<void> {
  const params = [address, { lamports: 1_000_000_000, ...account }];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'surfnet_setAccount', params });
  const answer = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  Answer.parse(await answer.json());
}

/** Waits until a transaction is in a block. */
const sent = async (signature: string): Promise<string> => {
  const status = () => chain.getSignatureStatus(signature);
  const { value } = await eventually(status, (each) => each.value?.confirmationStatus !== undefined);
  expect(value?.err).toBeNull();
  return signature;
};

/** Sends a transaction with an instruction of Squads. Its program would ask for more signatures. */
async function send({ accounts, data }: MadeInstruction): Promise<string> {
  const { blockhash } = await chain.getLatestBlockhash();
  const keys = accounts.map((account) => ({ pubkey: new PublicKey(account), isSigner: false, isWritable: true }));
  const instruction = { programId: new PublicKey(SQUADS), keys, data: decodeBase58(data) ?? Buffer.alloc(0) };
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey }).add(
    new TransactionInstruction(instruction),
  );
  transaction.sign(payer);
  return sent(await chain.sendRawTransaction(transaction.serialize()));
}

/** A watcher of these addresses, from the present block on. */
async function watched(wallets: Readonly<Record<string, string>>) {
  const reader = solanaReader(chainOf('solana'), thrice(node.url));
  const { scenario, all } = await watchedScenario(reader, 'solana');
  const labels = new Map<string, string>();
  for (const [label, address] of Object.entries(wallets)) {
    const { id } = await scenario.makeWallet({ label, address, chains: ['solana'] });
    labels.set(id, label);
  }
  const rule = { ruleType: 'authority_change', cooldownMinutes: 0 };
  await scenario.makeRule({ ...rule, name: 'owners', conditions: { kinds: ['owner_added', 'owner_removed'] } });
  await scenario.makeRule({ ...rule, name: 'time lock', conditions: { kinds: ['guard_changed'] } });
  const start = (await reader.head(signal)) + 1;
  const labelOf = (id: string) => labels.get(id) ?? '';
  return {
    reader,
    /** Scans the new blocks and evaluates the records of a transaction, which it returns by label of the wallet. */
    async recorded(hash: string) {
      await all({ start });
      const records = await scenario.evaluation.transactions.byHash(scenario.organisation, hash);
      for (const record of records) await scenario.evaluate(record);
      return new Map(records.map((record) => [labelOf(record.walletId), record]));
    },
    alerted: async () => (await scenario.events()).map((each) => `${each.ruleName}: ${labelOf(each.walletId)}`).sort(),
  };
}

const TREASURY = { label: 'Treasury' };

describe('a watcher of a multisig of Squads, on a local node,', () => {
  it('records and alerts of what a config authority changes', async () => {
    const { recorded, alerted } = await watched({ multisig, Treasury: vault });
    const added = await recorded(await send(made.multisigAddMember));
    const locked = await recorded(await send(made.multisigSetTimeLock));
    expect([...added.keys()].sort()).toEqual(['Treasury', 'multisig']);
    const change = { kind: 'owner_added', subject: multisig, before: null, after: squads.member };
    for (const record of added.values()) expect(record.authority).toEqual([change]);
    const told = [added, locked].map((own) => own.get('Treasury')).map((each) => each && sentenceOf(each, TREASURY));
    expect(told).toEqual([
      `Treasury gained the owner ${squads.member.slice(0, 6)}…${squads.member.slice(-4)}`,
      'Treasury changed its guard to a time lock of 86400 seconds',
    ]);
    expect(await alerted()).toEqual([
      'owners: Treasury',
      'owners: multisig',
      'time lock: Treasury',
      'time lock: multisig',
    ]);
  });

  /** What a transaction must give that executes the agreement of the members, and does not name the vault. */
  async function agreed({ reader, recorded, alerted }: Awaited<ReturnType<typeof watched>>) {
    const executed = await send(made.configTransactionExecute);
    const authority = AGREED.map((each) => ({ ...each, subject: multisig }));
    const records = await recorded(executed);
    expect(records.get('Treasury')?.authority).toEqual(authority);
    expect(await alerted()).toEqual(['owners: Treasury', 'time lock: Treasury']);
    const found = await reader.lookup(executed, signal);
    expect(found?.authority).toEqual(authority.map((each) => ({ ...each, holder: vault })));
  }

  it('records and alerts of what the members agreed on, from the account that keeps it', async () => {
    const watching = await watched({ Treasury: vault });
    await put(squads.transaction, { owner: SQUADS, data: squads.account.toString('hex') });
    await agreed(watching);
  });

  it('records and alerts of what the members agreed on, from the proposal, when the account is closed', async () => {
    const watching = await watched({ Treasury: vault });
    const proposed = await send(made.configTransactionCreate);
    await put(squads.transaction, { lamports: 0, data: '' });
    expect((await watching.recorded(proposed)).get('Treasury')).toBeUndefined();
    await agreed(watching);
  });
});
