import { createHash, verify } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * How the checkpoints of the audit log prove its entries: for the service, which makes them, and for the command line,
 * which verifies them without the service. Needs Node, so `index.ts`, which browsers load, leaves it out.
 */

/** A signed statement about the entries with `from` <= `at` < `to`. */
export interface Checkpoint {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Entries, at least one. */
  readonly count: number;
  /** The root of the tree over the leaves of the entries, in the order of (`at`, `id`). */
  readonly root: string;
  /** The root of the checkpoint before this one. Null for the first checkpoint of an organisation. */
  readonly previous: string | null;
  /** ECDSA over `signedBytes`, in DER and base64. */
  readonly signature: string;
  readonly keyId: string;
}

/** The name of the algorithm, as KMS writes it: ECDSA on P-256 over SHA-256. */
export const SIGNATURE_ALGORITHM = 'ECDSA_SHA_256';

/** Before the two hashes of an inner node (RFC 9162). A leaf begins with `{`, so no leaf passes for a node. */
const NODE = Buffer.from([1]);

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** @throws Error for what RFC 8785 forbids: no JSON, or a text with half a surrogate pair. */
function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value is no JSON.');
  return text;
}

/** The leaf of an entry as the API shows it: SHA-256 of its canonical JSON (RFC 8785), in hex. */
export const leafOf = (entry: object): string => sha256(canonicalJson(entry)).toString('hex');

/** The root of a whole tree of `2 ** height` leaves. */
interface Subtree {
  readonly height: number;
  readonly hash: Buffer;
}

/**
 * A Merkle tree (RFC 9162) that leaves are added to from the left. It keeps the roots of its whole subtrees alone, so
 * that a million leaves take 20 hashes.
 */
export class MerkleTree {
  /** From the left. Each is higher than the next. */
  readonly #subtrees: Subtree[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param leaf from `leafOf` */
  add(leaf: string): void {
    let added: Subtree = { height: 0, hash: Buffer.from(leaf, 'hex') };
    for (let left = this.#subtrees.at(-1); left?.height === added.height; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      added = { height: left.height + 1, hash: sha256(NODE, left.hash, added.hash) };
    }
    this.#subtrees.push(added);
    this.#count += 1;
  }

  /** The root in hex. That of no leaves is the SHA-256 of nothing. */
  root(): string {
    const [last = sha256(''), ...others] = this.#subtrees.map(({ hash }) => hash).reverse();
    return others.reduce((right, left) => sha256(NODE, left, right), last).toString('hex');
  }
}

/** The bytes that the signature of a checkpoint is about: the canonical JSON of all its other fields. */
export function signedBytes({ id, from, to, count, root, previous, keyId }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(canonicalJson({ id, from, to, count, root, previous, keyId }));
}

/**
 * Whether the key made the signature of a checkpoint. Says nothing about the entries: compare their root with `root`.
 * @param publicKey the PEM that `GET /api/audit/key` answers
 * @throws Error when the PEM holds no public key.
 */
export const verifyCheckpoint = (checkpoint: Checkpoint, publicKey: string): boolean =>
  verify('sha256', signedBytes(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'));
