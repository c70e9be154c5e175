import { describe, expect, it } from '@jest/globals';
import { chainOf } from '../../lib/chains/registry.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { SQUADS } from '../../lib/chains/solana/squads.ts';
import { sentenceOf } from '../../lib/transactions/sentence.ts';
import { solanaChain, solanaContentOf, solanaMethods } from '../../local/chains/recorded/solana-recordings.ts';
import { SIGNATURE } from '../chains/solana/answers.ts';
import { AGREED, type MadeInstruction, made, squads, squadsAnswer } from '../chains/solana/squads-answers.ts';
import { quiet } from '../support/quiet.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

quiet();
const { node } = rpcNodes();
const { multisig, vault } = squads;
const signature = (n: number) => `${n}${SIGNATURE.slice(1)}`;

/**
 * A watcher of a multisig and its vault, after transactions with one instruction each.
 * @param isOpen whether the account with the proposal still exists.
 */
async function watched(instructions: readonly MadeInstruction[], isOpen = true) {
  const contents = instructions.map((each, n) =>
    solanaContentOf(squadsAnswer([each], { signature: signature(n + 2) })),
  );
  const chain = solanaChain(contents);
  const account = { owner: SQUADS, lamports: 1, data: [squads.account.toString('base64'), 'base64'] };
  const served = new RecordedNode({
    ...solanaMethods(chain),
    getMultipleAccounts: ([asked]) => {
      const value = Array.isArray(asked)
        ? asked.map((each) => (isOpen && each === squads.transaction ? account : null))
        : [];
      return { context: { slot: chain.head }, value };
    },
    getSignaturesForAddress: () => contents.map(({ hashes: [hash] }) => ({ signature: hash, err: null })).toReversed(),
  });
  const { url } = await node(served.listener);
  const { scenario, all } = await watchedScenario(solanaReader(chainOf('solana'), thrice(url)), 'solana');
  const wallets = new Map<string, { label: string }>();
  for (const [label, address] of Object.entries({ multisig, Treasury: vault })) {
    const wallet = await scenario.makeWallet({ label, address, chains: ['solana'] });
    wallets.set(wallet.id, wallet);
  }
  const rule = { ruleType: 'authority_change', cooldownMinutes: 0 };
  await scenario.makeRule({ ...rule, name: 'owners', conditions: { kinds: ['owner_added', 'owner_removed'] } });
  await scenario.makeRule({ ...rule, name: 'time lock', conditions: { kinds: ['guard_changed'] } });
  await all({ start: chain.links[0]?.height ?? 0 });
  const { organisation, evaluation } = scenario;
  const records = await Promise.all(
    contents.map(({ hashes: [hash = ''] }) => evaluation.transactions.byHash(organisation, hash)),
  );
  for (const record of records.flat()) await scenario.evaluate(record);
  const labelOf = (id: string) => wallets.get(id)?.label ?? '';
  return {
    /** The records of each transaction by the label of their wallet. */
    records: records.map((own) => new Map(own.map((record) => [labelOf(record.walletId), record]))),
    alerted: async () => (await scenario.events()).map((each) => `${each.ruleName}: ${labelOf(each.walletId)}`).sort(),
  };
}

const alertsOf = (...names: string[]) => names.flatMap((name) => [`${name}: Treasury`, `${name}: multisig`]).sort();

describe('a watcher of a multisig of Squads', () => {
  it('records and alerts of what a config authority changes', async () => {
    const { records, alerted } = await watched([made.multisigAddMember, made.multisigSetTimeLock]);
    const [added, locked] = records;
    expect([...(added?.keys() ?? [])].sort()).toEqual(['Treasury', 'multisig']);
    const change = { kind: 'owner_added', subject: multisig, before: null, after: squads.member };
    expect(added?.get('Treasury')?.authority).toEqual([change]);
    expect(added?.get('multisig')?.authority).toEqual([change]);
    const told = [added, locked].map((own) => own?.get('Treasury')).map((each) => each && sentenceOf(each, TREASURY));
    expect(told).toEqual([
      `Treasury gained the owner ${squads.member.slice(0, 6)}…${squads.member.slice(-4)}`,
      'Treasury changed its guard to a time lock of 86400 seconds',
    ]);
    expect(await alerted()).toEqual(alertsOf('owners', 'time lock'));
  });

  it.each([
    ['from the account that keeps it', true],
    ['from the transaction that proposed it, when the account is closed', false],
  ])('records and alerts of what the members agreed on, %s', async (_from, isOpen) => {
    const { records, alerted } = await watched([made.configTransactionCreate, made.configTransactionExecute], isOpen);
    const [proposed, executed] = records;
    const authority = AGREED.map((each) => ({ ...each, subject: multisig }));
    expect(proposed?.get('Treasury')).toBeUndefined();
    expect(executed?.get('Treasury')?.authority).toEqual(authority);
    expect(executed?.get('multisig')?.authority).toEqual(authority);
    expect(await alerted()).toEqual(alertsOf('owners', 'time lock'));
  });
});

const TREASURY = { label: 'Treasury' };
