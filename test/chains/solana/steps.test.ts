import { describe, expect, it } from '@jest/globals';
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { isToken, nameOf, SYSTEM, TOKEN, TOKEN_2022 } from '../../../lib/chains/solana/programs.ts';
import { stepOf } from '../../../lib/chains/solana/steps.ts';

const [alice, bob, base] = [1, 2, 3].map((byte) => new PublicKey(Buffer.alloc(32, byte)));
if (!alice || !bob || !base) throw new Error('the test needs three keys');
const [ALICE, BOB, BASE] = [alice.toBase58(), bob.toBase58(), base.toBase58()];

const read = (program: string, accounts: string[], data: Buffer) =>
  stepOf({ program, name: nameOf(program, data), accounts, data });
const readInstruction = ({ keys, data }: TransactionInstruction) =>
  read(
    SYSTEM,
    keys.map(({ pubkey }) => pubkey.toBase58()),
    data,
  );

describe('stepOf, on instructions of the system program that web3.js writes,', () => {
  const lamports = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n });
  const seed = fc.string({ maxLength: 32 });

  it('returns the sender, the receiver and the amount', () => {
    fc.assert(
      fc.property(lamports, seed, (amount, text) => {
        const paid = { does: 'pay', from: ALICE, to: BOB, amount };
        const [fromPubkey, toPubkey, newAccountPubkey] = [alice, bob, bob];
        const [programId, basePubkey] = [SystemProgram.programId, base];
        const sum = Number(amount);
        expect(readInstruction(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: amount }))).toEqual(paid);
        expect(
          readInstruction(
            SystemProgram.createAccount({ fromPubkey, newAccountPubkey, lamports: sum, space: 80, programId }),
          ),
        ).toEqual({ ...paid, space: 80n });
        expect(
          readInstruction(
            SystemProgram.createAccountWithSeed({
              ...{ fromPubkey, newAccountPubkey, basePubkey, seed: text, lamports: sum, space: 165, programId },
            }),
          ),
        ).toEqual({ ...paid, space: 165n });
        expect(
          readInstruction(
            SystemProgram.transfer({ fromPubkey, basePubkey, toPubkey, lamports: amount, seed: text, programId }),
          ),
        ).toEqual(paid);
        expect(readInstruction(SystemProgram.allocate({ accountPubkey: alice, space: 200 }))).toEqual({
          does: 'allocate',
          account: ALICE,
          space: 200n,
        });
        expect(
          readInstruction(
            SystemProgram.allocate({ accountPubkey: alice, basePubkey, seed: text, space: 200, programId }),
          ),
        ).toEqual({ does: 'allocate', account: ALICE, space: 200n });
        expect(
          readInstruction(
            SystemProgram.nonceWithdraw({ noncePubkey: alice, authorizedPubkey: base, toPubkey, lamports: sum }),
          ),
        ).toEqual(paid);
      }),
    );
  });
});

describe('stepOf, on instructions of the token programs,', () => {
  const amount = 2n ** 64n - 1n;
  const raw = Buffer.alloc(8);
  raw.writeBigUInt64LE(amount);
  const coded = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), raw, Buffer.from([6])]);

  it.each([TOKEN, TOKEN_2022])('returns the step of each instruction of %s', (program) => {
    const accounts = [ALICE, BOB, BASE];
    expect(read(program, accounts, coded(3))).toEqual({ does: 'move', from: ALICE, to: BOB, amount });
    expect(read(program, accounts, coded(12))).toEqual({ does: 'move', from: ALICE, to: BASE, amount });
    expect(read(program, accounts, coded(26, 1))).toEqual({ does: 'move', from: ALICE, to: BASE, amount });
    expect(read(program, accounts, coded(7))).toEqual({ does: 'mint', mint: ALICE, to: BOB, amount });
    expect(read(program, accounts, coded(14))).toEqual({ does: 'mint', mint: ALICE, to: BOB, amount });
    expect(read(program, accounts, coded(8))).toEqual({ does: 'burn', mint: BOB, from: ALICE, amount });
    expect(read(program, accounts, coded(15))).toEqual({ does: 'burn', mint: BOB, from: ALICE, amount });
    expect(read(program, accounts, Buffer.from([9]))).toEqual({
      ...{ does: 'close', account: ALICE, to: BOB, authority: BASE },
    });
    expect(read(program, accounts, Buffer.from([17]))).toEqual({ does: 'sync', account: ALICE });
    const opened = { does: 'open', account: ALICE, mint: BOB, owner: BASE };
    expect(read(program, accounts, Buffer.from([1]))).toEqual(opened);
    expect(read(program, accounts, Buffer.from([18, ...base.toBytes()]))).toEqual(opened);
    expect(read(program, accounts, Buffer.from([4]))).toBeNull();
  });
});

describe('stepOf, on instructions in parsed form,', () => {
  const parsed = (program: string, name: string, info: Record<string, unknown>) =>
    stepOf({ program, name, accounts: [], data: Buffer.alloc(0), info });
  const [source, destination, mint, authority] = [ALICE, BOB, BASE, BOB];
  const tokenAmount = { amount: '70', decimals: 6 };

  it.each<[string, string, string, Record<string, unknown>, object]>([
    ['a payment', SYSTEM, 'transfer', { source, destination, lamports: 70 }, { does: 'pay', amount: 70n, to: BOB }],
    [
      'a new account',
      SYSTEM,
      'createAccount',
      { source, newAccount: BOB, lamports: 70, space: 165 },
      { does: 'pay', from: ALICE, to: BOB, amount: 70n, space: 165n },
    ],
    [
      'the withdrawal of a nonce account',
      SYSTEM,
      'withdrawFromNonce',
      { nonceAccount: ALICE, destination, lamports: 70 },
      { does: 'pay', from: ALICE, to: BOB, amount: 70n },
    ],
    ['the size of an account', SYSTEM, 'allocate', { account: ALICE, space: 9 }, { does: 'allocate', space: 9n }],
    ['a transfer', TOKEN, 'transfer', { source, destination, amount: '70' }, { does: 'move', amount: 70n }],
    [
      'a checked transfer',
      TOKEN_2022,
      'transferChecked',
      { source, destination, mint, tokenAmount },
      { does: 'move', from: ALICE, to: BOB, amount: 70n },
    ],
    ['a mint', TOKEN, 'mintTo', { mint, account: ALICE, amount: '70' }, { does: 'mint', mint: BASE, to: ALICE }],
    ['a burn', TOKEN, 'burnChecked', { mint, account: ALICE, tokenAmount }, { does: 'burn', from: ALICE, amount: 70n }],
    [
      'a new token account',
      TOKEN,
      'initializeAccount3',
      { account: ALICE, mint, owner: BOB },
      { does: 'open', account: ALICE, mint: BASE, owner: BOB },
    ],
    [
      'a closed token account',
      TOKEN,
      'closeAccount',
      { account: ALICE, destination, owner: BASE },
      { does: 'close', account: ALICE, to: BOB, authority: BASE },
    ],
    ['wrapped lamports', TOKEN, 'syncNative', { account: ALICE }, { does: 'sync', account: ALICE }],
    [
      'an approval',
      TOKEN,
      'approve',
      { source, delegate: BOB, owner: BASE, amount: '70' },
      { does: 'approve', account: ALICE, spender: BOB, authority: BASE, amount: 70n, checked: null },
    ],
    [
      'a checked approval by a multisig',
      TOKEN,
      'approveChecked',
      { source, delegate: BOB, multisigOwner: BASE, mint, tokenAmount, signers: [] },
      { does: 'approve', spender: BOB, authority: BASE, checked: { mint: BASE, decimals: 6 } },
    ],
    ['a revocation', TOKEN, 'revoke', { source, owner: BOB }, { does: 'revoke', account: ALICE, authority: BOB }],
    [
      'a new authority of a mint',
      TOKEN,
      'setAuthority',
      { mint, authorityType: 'mintTokens', authority, newAuthority: ALICE },
      { does: 'setAuthority', subject: BASE, before: BOB, after: ALICE, isOwnership: false },
    ],
    [
      'an owner that gives a token account to nobody',
      TOKEN,
      'setAuthority',
      { account: ALICE, authorityType: 'accountOwner', authority, newAuthority: null },
      { does: 'setAuthority', subject: ALICE, before: BOB, after: null, isOwnership: true },
    ],
  ])('returns the step of %s', (_what, program, name, info, step) => {
    expect(parsed(program, name, info)).toMatchObject(step);
  });

  it.each([
    ['without its fields', SYSTEM, 'transfer', {}],
    ['with an amount that JSON.parse rounded', SYSTEM, 'transfer', { source, destination, lamports: 2 ** 60 }],
    ['of another program', 'Stake11111111111111111111111111111111111111', 'transfer', { source, destination }],
    ['with another name', TOKEN, 'freezeAccount', { account: ALICE }],
  ])('returns null for an instruction %s', (_what, program, name, info) => {
    expect(parsed(program, name, info)).toBeNull();
  });
});

describe('stepOf, on a malformed instruction,', () => {
  const program = fc.constantFrom(SYSTEM, TOKEN, TOKEN_2022, 'Stake11111111111111111111111111111111111111');
  const accounts = fc.array(fc.constantFrom(ALICE, BOB, BASE), { maxLength: 4 });

  it('returns null or a complete step and never throws, for any bytes', () => {
    const data = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(program, accounts, data, fc.boolean(), (id, given, [code, rest], isWide) => {
        const bytes = Buffer.from(isWide && !isToken(id) ? [code, 0, 0, 0, ...rest] : [code, ...rest]);
        const step = read(id, given, bytes);
        if (step !== null) expect(Object.values(step)).not.toContain(undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
