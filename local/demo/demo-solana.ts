import { setTimeout as sleep } from 'node:timers/promises';
import {
  Connection,
  Keypair,
  PublicKey,
  type Signer,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { parseUnits } from 'ethers';

const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const DECIMALS = 6;
/** The first bytes of instructions of the token program. The repository has no package for this program. */
const INITIALIZE_ACCOUNT_3 = 18;
const INITIALIZE_MINT_2 = 20;
const MINT_TO = 7;
const TRANSFER_CHECKED = 12;

/** A sender on the local Solana chain, with SOL and a token of its own. Amounts are in whole units. */
export async function startSolanaSender(url: string) {
  const connection = new Connection(url, 'confirmed');
  const payer = Keypair.generate();
  await settled(connection, await connection.requestAirdrop(payer.publicKey, 100_000_000_000));

  /** The SDK's `sendAndConfirmTransaction` needs a web socket, which the local chain does not offer. */
  const send = async (instructions: TransactionInstruction[], ...signers: Signer[]): Promise<string> => {
    const { blockhash } = await connection.getLatestBlockhash();
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey }).add(...instructions);
    transaction.sign(payer, ...signers);
    return settled(connection, await connection.sendRawTransaction(transaction.serialize()));
  };
  const create = async (account: Keypair, space: number) =>
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: account.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: TOKEN,
    });
  const openAccount = async (mint: PublicKey, owner: PublicKey): Promise<PublicKey> => {
    const account = Keypair.generate();
    const initialize = token([INITIALIZE_ACCOUNT_3, owner], [account.publicKey, mint]);
    await send([await create(account, ACCOUNT_BYTES), initialize], account);
    return account.publicKey;
  };

  return {
    address: payer.publicKey.toBase58(),
    newAddress: () => Keypair.generate().publicKey.toBase58(),
    /** Resolves with the signature as soon as the transfer is in a block. */
    sendSol: (to: string, amount: string) => {
      const lamports = parseUnits(amount, 9);
      return send([SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(to), lamports })]);
    },
    /** Creates a token, of which the sender holds a million. */
    async makeToken() {
      const mint = Keypair.generate();
      const initialize = token([INITIALIZE_MINT_2, DECIMALS, payer.publicKey, 0], [mint.publicKey]);
      await send([await create(mint, MINT_BYTES), initialize], mint);
      const purse = await openAccount(mint.publicKey, payer.publicKey);
      await send([token([MINT_TO, parseUnits('1000000', DECIMALS)], [mint.publicKey, purse, payer.publicKey])]);
      return {
        mint: mint.publicKey.toBase58(),
        /** Opens a token account for an owner, who need not take part. */
        accountFor: async (owner: string) => (await openAccount(mint.publicKey, new PublicKey(owner))).toBase58(),
        /** Pays into a token account that exists. Such a transaction does not name the owner of the account at all. */
        send: (account: string, amount: string) =>
          send([
            token(
              [TRANSFER_CHECKED, parseUnits(amount, DECIMALS), DECIMALS],
              [purse, mint.publicKey, new PublicKey(account), payer.publicKey],
            ),
          ]),
      };
    },
  };
}

/** An instruction of the token program. Numbers are bytes, bigints are amounts. Only the payer has to sign. */
function token(data: readonly (number | bigint | PublicKey)[], accounts: readonly PublicKey[]): TransactionInstruction {
  const bytesOf = (part: number | bigint | PublicKey): Uint8Array => {
    if (typeof part === 'object') return part.toBytes();
    return typeof part === 'number' ? Buffer.of(part) : Buffer.from(new BigUint64Array([part]).buffer);
  };
  return new TransactionInstruction({
    programId: TOKEN,
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    data: Buffer.concat(data.map(bytesOf)),
  });
}

/**
 * Waits until a transaction is in a block.
 * @throws Error when the transaction fails, or is in no block after ten seconds.
 */
async function settled(connection: Connection, signature: string): Promise<string> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { value } = await connection.getSignatureStatus(signature);
    if (value?.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`);
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return signature;
    await sleep(20);
  }
  throw new Error(`${signature} is in no block after ten seconds`);
}
