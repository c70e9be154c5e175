import { createHash } from 'node:crypto';
import { Base58 } from '../../values/base58.ts';

/** @see https://xrpl.org/docs/references/protocol/data-types/base58-encodings */
const rippleBase58 = new Base58('rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz');

const CHECKSUM_BYTES = 4;
const ACCOUNT_ID_BYTES = 20;
/** Before the id of an account in its classic address. */
const CLASSIC_PREFIX = Buffer.from([0]);
/** Before the id of an account in its X-address (XLS-5), by network. */
const X_MAIN_PREFIX = Buffer.from([0x05, 0x44]);
const X_TEST_PREFIX = Buffer.from([0x04, 0x93]);
/** After the id in an X-address: the flag, and a tag of 64 bits of which 32 are in use. */
const X_TAG_BYTES = 9;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const checksumOf = (payload: Uint8Array): Buffer => sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);

/** The bytes of a base58 text before its checksum; null when the checksum is wrong. */
function checkedBytes(text: string): Buffer | null {
  const bytes = rippleBase58.decode(text);
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  return checksumOf(payload).equals(bytes.subarray(-CHECKSUM_BYTES)) ? payload : null;
}

/** The classic address of an account. */
export function classicAddress(accountId: Uint8Array): string {
  const payload = Buffer.concat([CLASSIC_PREFIX, accountId]);
  return rippleBase58.encode(Buffer.concat([payload, checksumOf(payload)]));
}

/** The id of the account that a classic address names; null when the text is no classic address. */
export function accountIdOf(address: string): Buffer | null {
  const payload = checkedBytes(address);
  if (payload === null || payload.length !== CLASSIC_PREFIX.length + ACCOUNT_ID_BYTES) return null;
  return payload.indexOf(CLASSIC_PREFIX) === 0 ? payload.subarray(CLASSIC_PREFIX.length) : null;
}

/** What an X-address names. */
export interface XAddress {
  readonly accountId: Buffer;
  readonly destinationTag: number | null;
  readonly testnet: boolean;
}

/** The parts of an X-address; null when the text is no X-address, or has a tag of 64 bits, which no ledger takes. */
export function xAddressOf(text: string): XAddress | null {
  const payload = checkedBytes(text);
  if (payload === null || payload.length !== X_MAIN_PREFIX.length + ACCOUNT_ID_BYTES + X_TAG_BYTES) return null;
  const testnet = payload.indexOf(X_TEST_PREFIX) === 0;
  if (!testnet && payload.indexOf(X_MAIN_PREFIX) !== 0) return null;
  const accountId = payload.subarray(X_MAIN_PREFIX.length, -X_TAG_BYTES);
  const [flag, ...tag] = payload.subarray(-X_TAG_BYTES);
  if (flag === 1) return { accountId, destinationTag: Buffer.from(tag).readUInt32LE(), testnet };
  return flag === 0 && tag.every((byte) => byte === 0) ? { accountId, destinationTag: null, testnet } : null;
}
