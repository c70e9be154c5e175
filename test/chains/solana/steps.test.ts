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
            SystemProgram.createAccount({ fromPubkey, newAccountPubkey, lamports: sum, space: 0, programId }),
          ),
        ).toEqual(paid);
        expect(
          readInstruction(
            SystemProgram.createAccountWithSeed({
              ...{ fromPubkey, newAccountPubkey, basePubkey, seed: text, lamports: sum, space: 165, programId },
            }),
          ),
        ).toEqual(paid);
        expect(
          readInstruction(
            SystemProgram.transfer({ fromPubkey, basePubkey, toPubkey, lamports: amount, seed: text, programId }),
          ),
        ).toEqual(paid);
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
    expect(read(program, accounts, Buffer.from([9]))).toEqual({ does: 'close', account: ALICE, to: BOB });
    const opened = { does: 'open', account: ALICE, mint: BOB, owner: BASE };
    expect(read(program, accounts, Buffer.from([1]))).toEqual(opened);
    expect(read(program, accounts, Buffer.from([18, ...base.toBytes()]))).toEqual(opened);
    expect(read(program, accounts, Buffer.from([4]))).toBeNull();
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
