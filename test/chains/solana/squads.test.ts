import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { addressesIn } from '../../../lib/chains/solana/all-addresses.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { SQUADS } from '../../../lib/chains/solana/squads.ts';
import { changesInAccount } from '../../../lib/chains/solana/squads-steps.ts';
import { splitBlock } from '../../../lib/chains/solana/unparsed-transactions.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { decodeBase58 } from '../../../lib/values/base58.ts';
import { HashedTexts } from '../../../lib/values/hashed-texts.ts';
import { ALICE, BOB, SIGNATURE, solana } from './answers.ts';
import { AGREED, changed, type MadeInstruction, made, squads, squadsAnswer, UNREAD } from './squads-answers.ts';

const decoded = (...given: Parameters<typeof squadsAnswer>) =>
  decodeTransaction(solana, SolanaTransaction.parse(squadsAnswer(...given)));
const { multisig, vault, spendingLimit, configAuthority, member, old, heir } = squads;

describe('an instruction of the config authority of a multisig of Squads', () => {
  it.each<[keyof typeof made, object]>([
    ['multisigAddMember', { kind: 'owner_added', before: null, after: member }],
    ['multisigRemoveMember', { kind: 'owner_removed', before: old, after: null }],
    ['multisigChangeThreshold', { kind: 'threshold_changed', before: null, after: '2' }],
    ['multisigSetTimeLock', { kind: 'guard_changed', before: null, after: 'time lock of 86400 seconds' }],
    ['multisigSetConfigAuthority', { kind: 'ownership_transferred', before: configAuthority, after: heir }],
    ['multisigAddSpendingLimit', { kind: 'module_enabled', before: null, after: spendingLimit }],
    ['multisigRemoveSpendingLimit', { kind: 'module_disabled', before: spendingLimit, after: null }],
  ])('%s states a change, also when another program calls it', (name, change) => {
    const transaction = decoded([made[name]]);
    expect(transaction).toMatchObject({ kind: 'contract_call', toAddress: SQUADS, methodName: name });
    expect(transaction.authority).toEqual(changed(change));
    expect(decoded([made.proposalApprove], { inner: [made[name]] }).authority).toEqual(changed(change));
    expect(decoded([made[name]], { err: 'AccountInUse' }).authority).toBeUndefined();
  });

  it('shows the change to the multisig and to its vault, and not to the authority that signed', () => {
    const transaction = decoded([made.multisigAddMember]);
    const change = { kind: 'owner_added', subject: multisig, before: null, after: member };
    const seenBy = (wallet = '') => viewOf(transaction, wallet, () => false).authority;
    expect([multisig, vault, configAuthority, ALICE].map(seenBy)).toEqual([[change], [change], [], []]);
  });
});

describe('what the members of a multisig of Squads agree on', () => {
  it('is no change when they propose it or vote on it', () => {
    expect(decoded([made.configTransactionCreate, made.proposalApprove]).authority).toBeUndefined();
  });

  it('is told in order when the transaction that executes it also proposed it', () => {
    const { authority } = decoded([made.configTransactionCreate, made.configTransactionExecute]);
    expect(authority).toEqual(changed(...AGREED));
  });

  it('is told as unknown when the transaction only executes it', () => {
    expect(decoded([made.configTransactionExecute]).authority).toEqual(changed(UNREAD));
  });

  it('is read from its account, if the account belongs to the multisig', () => {
    expect(changesInAccount(multisig, squads.account)).toEqual(AGREED);
    expect(changesInAccount(vault, squads.account)).toBeNull();
  });

  it('is unknown from an action on that has another kind, or is cut off', () => {
    const strange = Buffer.from(squads.account);
    const [first, second] = AGREED;
    // A header of 81 bytes, the number of actions, and the first two actions.
    const third = 81 + 4 + (1 + 33) + (1 + 32);
    expect(strange[third]).toBe(2);
    strange[third] = 9;
    expect(changesInAccount(multisig, strange)).toEqual([first, second, UNREAD]);
    expect(changesInAccount(multisig, squads.account.subarray(0, third + 2))).toEqual([first, second, UNREAD]);
  });
});

/** An instruction without its last bytes, or with other bytes in place of them. */
const damaged = ({ accounts, data }: MadeInstruction, length: number, tail: Uint8Array, kept: number) => {
  const bytes = decodeBase58(data) ?? Buffer.alloc(0);
  return {
    accounts: accounts.slice(0, kept),
    data: encodeBase58(Buffer.concat([bytes.subarray(0, 8 + (length % bytes.length)), tail])),
  };
};

describe('the addresses that a change of a multisig of Squads touches', () => {
  const scanned = (raw: object) => {
    const header = { blockhash: 'b', previousBlockhash: 'a', parentSlot: 8, blockTime: 1_700_000_000 };
    const [found] = decodeBlock(solana, { ...header, transactions: [raw] }, 10).transactions;
    return found;
  };
  const rawOf = (raw: ReturnType<typeof squadsAnswer>) => ({ ...raw, hash: SIGNATURE });

  it.each(['multisigAddMember', 'multisigSetTimeLock', 'configTransactionExecute'] as const)(
    'include the vault, which %s does not name',
    (name) => {
      const raw = squadsAnswer([made[name]]);
      expect(JSON.stringify(raw)).not.toContain(vault);
      expect(scanned(raw)?.parties).toEqual(expect.arrayContaining([multisig, vault]));
      expect(addressesIn(rawOf(raw))).toEqual(expect.arrayContaining([multisig, vault]));
      expect(scanned(squadsAnswer([made.proposalApprove], { inner: [made[name]] }))?.parties).toContain(vault);
    },
  );

  it('do not include the vault when nothing changes', () => {
    expect(scanned(squadsAnswer([made.proposalApprove]))?.parties).not.toContain(vault);
    expect(scanned(squadsAnswer([made.multisigAddMember], { err: 'AccountInUse' }))?.parties).not.toContain(vault);
  });

  it('are looked for in each transaction of a block that names the program', () => {
    const bytes = (transactions: readonly unknown[]) =>
      Buffer.from(JSON.stringify({ result: { blockTime: 1, transactions } }));
    const watched = new HashedTexts();
    watched.addAll([vault]);
    const others = new HashedTexts();
    others.addAll([BOB ?? '']);
    const plain = { transaction: { signatures: [SIGNATURE], message: { accountKeys: [ALICE] } } };
    const split = splitBlock(bytes([plain, squadsAnswer([made.configTransactionExecute])]));
    expect(split?.transactions.placesNaming(watched)).toEqual([1]);
    expect(split?.transactions.placesNaming(others)).toEqual([1]);
  });

  it('are among the parties, for any damage to an instruction', () => {
    const anInstruction = fc.constantFrom(...Object.values(made));
    fc.assert(
      fc.property(anInstruction, fc.nat(), fc.uint8Array({ maxLength: 40 }), fc.nat(8), (whole, length, tail, kept) => {
        const raw = squadsAnswer([damaged(whole, length, tail, kept)]);
        const { authority = [] } = decodeTransaction(solana, SolanaTransaction.parse(raw));
        const named = authority.flatMap(({ subject, holder }) => [subject, holder]);
        expect(scanned(raw)?.parties).toEqual(expect.arrayContaining(named));
      }),
    );
  });
});
