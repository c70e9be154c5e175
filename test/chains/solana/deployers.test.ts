import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { isTouched, viewOf } from '../../../lib/transactions/view.ts';
import { urgencyOf } from '../../../lib/watch/urgency.ts';
import { ALICE, APP, address, answer, BOB, CAROL, decoded, solana } from './answers.ts';

const UPGRADEABLE = 'BPFLoaderUpgradeab1e11111111111111111111111';
const LOADER_V4 = 'LoaderV411111111111111111111111111111111111';
/** Alice pays. Bob is the vault of a multisig, and signs through its program. Carol gets the deposit of the buffer. */
const VAULT = BOB ?? '';
const STRANGER = CAROL ?? '';
const OTHERS = [20, 21, 22, 23, 24, 25].map(address);
const keys = [ALICE, VAULT, STRANGER, ...OTHERS, APP, UPGRADEABLE, LOADER_V4];
const coded = (code: number, unread = 0) => encodeBase58(Buffer.from([code, 0, 0, 0, ...Array(unread).fill(7)]));

interface Deploy {
  readonly loader: string;
  /** The first byte of the instruction. */
  readonly code: number;
  /** Bytes behind the instruction that the loader does not read. */
  readonly unread?: number;
  readonly accounts: readonly unknown[];
}

// Program data, program, buffer, receiver of the deposit, rent, clock, authority.
const upgradeBy = (authority: string, ...more: string[]): Deploy => ({
  ...{ loader: UPGRADEABLE, code: 3 },
  accounts: [OTHERS[0], OTHERS[1], OTHERS[2], STRANGER, OTHERS[3], OTHERS[4], authority, ...more],
});

/** A transaction of Alice that calls a program, which calls a loader. */
function calling({ loader, code, unread, accounts }: Deploy, err: unknown = null) {
  const inner = {
    ...{ programIdIndex: keys.indexOf(loader), data: coded(code, unread) },
    accounts: accounts.map((account) => keys.indexOf(String(account))),
  };
  const before = keys.map(() => 5_000);
  return {
    ...{ keys, before, after: before.map((lamports, place) => (place === 0 ? 0 : lamports)) },
    instructions: [{ programIdIndex: keys.indexOf(APP), accounts: [], data: '' }],
    meta: { err, innerInstructions: [{ index: 0, instructions: [inner] }] },
  };
}

const typeFor = (of: Deploy, wallet: string, err?: unknown) =>
  viewOf(decoded(calling(of, err)), wallet, () => false).txType;

/** The parties by which the watcher of a chain finds the transaction. */
function partiesIn(of: Deploy, err?: unknown): readonly string[] {
  const chained = { blockhash: 'b', previousBlockhash: 'a', parentSlot: 8, blockTime: 1_700_000_000 };
  const block = { ...chained, transactions: [answer(calling(of, err))] };
  return decodeBlock(solana, block, 10).transactions[0]?.parties ?? [];
}

describe('the vault of a multisig that is the authority of a deploy inside a transaction', () => {
  it.each<[string, Deploy]>([
    ['upgrades a program', upgradeBy(VAULT)],
    ['upgrades a program, with bytes that hide the instruction', { ...upgradeBy(VAULT), unread: 30 }],
    [
      'deploys a program',
      // Payer, program data, program, buffer, rent, clock, system program, authority.
      { loader: UPGRADEABLE, code: 2, accounts: [STRANGER, ...OTHERS, VAULT] },
    ],
    ['deploys a program of loader 4', { loader: LOADER_V4, code: 3, accounts: [OTHERS[0], VAULT, STRANGER] }],
  ])('%s: the watcher finds the transaction, which is an urgent deploy of the vault', (_what, deploy) => {
    const transaction = decoded(calling(deploy));
    expect(partiesIn(deploy)).toContain(VAULT);
    expect(isTouched(transaction, VAULT)).toBe(true);
    expect(urgencyOf({ address: VAULT, inBlock: { transaction, blockHash: 'b', undecoded: null } })).toBe('urgent');
    const view = viewOf(transaction, VAULT, () => false);
    expect(view.txType).toBe('contract_deploy');
    expect(view.unsigned).toBeUndefined();
    expect(transaction.signers).toEqual([ALICE, VAULT]);
  });

  it('also upgrades a program where a node answers the instruction in parsed form', () => {
    const given = calling(upgradeBy(VAULT));
    const parsed = { type: 'upgrade', info: { authority: VAULT, spillAccount: STRANGER } };
    const inner = { index: 0, instructions: [{ programId: UPGRADEABLE, parsed }] };
    expect(decoded({ ...given, meta: { innerInstructions: [inner] } }).signers).toEqual([ALICE, VAULT]);
  });
});

describe('a wallet that a stranger names in a deploy', () => {
  it('has deployed nothing, whichever other account of the instruction it is', () => {
    const deploy = upgradeBy(VAULT, STRANGER);
    expect(decoded(calling(deploy)).signers).not.toContain(STRANGER);
    expect(typeFor(deploy, STRANGER)).not.toBe('contract_deploy');
  });

  it('has no record when the transaction failed, because nobody checked the authority', () => {
    const err = { InstructionError: [0, 'MissingRequiredSignature'] };
    expect(partiesIn(upgradeBy(VAULT), err)).not.toContain(VAULT);
    expect(isTouched(decoded(calling(upgradeBy(VAULT), err)), VAULT)).toBe(false);
  });

  it('has deployed nothing as the authority of an instruction that deploys nothing', () => {
    // `setAuthority`: the account, its authority, the next authority.
    const authority = { loader: UPGRADEABLE, code: 4, accounts: [OTHERS[0], VAULT, STRANGER] };
    expect(decoded(calling(authority)).signers).toBeUndefined();
    expect(typeFor(authority, VAULT)).toBe('contract_call');
  });
});
