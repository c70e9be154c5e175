import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Checkpoint, leafOf, MerkleTree, signedBytes, verifyCheckpoint } from '../../sdk/audit-proof.ts';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** The definition of RFC 9162, 2.1.1, word by word. */
function rootByDefinition(leaves: readonly string[]): string {
  const [only = sha256('')] = leaves;
  if (leaves.length <= 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const halves = [leaves.slice(0, split), leaves.slice(split)].map(rootByDefinition);
  return sha256(Buffer.from(`01${halves.join('')}`, 'hex'));
}

function rootOf(leaves: readonly string[]): string {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  expect(tree.count).toBe(leaves.length);
  return tree.root();
}

const someLeaves = fc.uniqueArray(fc.nat().map(String).map(sha256), { minLength: 2, maxLength: 70 });

describe('The root of a tree', () => {
  it('is the one that RFC 9162 defines, for each number of leaves', () => {
    const leaves = Array.from({ length: 130 }, (_, n) => sha256(`${n}`));
    for (let count = 0; count <= leaves.length; count++) {
      expect(rootOf(leaves.slice(0, count))).toBe(rootByDefinition(leaves.slice(0, count)));
    }
  });

  it('is another one after any leaf is changed, dropped or moved', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), (leaves, a, b) => {
        const [at, to] = [a % leaves.length, b % (leaves.length - 1)];
        const root = rootOf(leaves);
        expect(rootOf(leaves.with(at, sha256('changed')))).not.toBe(root);
        const dropped = leaves.toSpliced(at, 1);
        expect(rootOf(dropped)).not.toBe(root);
        const moved = dropped.toSpliced(to, 0, leaves[at] ?? '');
        expect(rootOf(moved) === root).toBe(at === to);
      }),
    );
  });
});

describe('The leaf of an entry', () => {
  it('is the hash of its canonical JSON: the order of fields does not matter, each digit does', () => {
    const entry = {
      id: 'a',
      changes: [{ path: 'amount', before: '1.50', after: 2 }],
      actor: { name: 'Zoë', id: null },
    };
    const canonical =
      '{"actor":{"id":null,"name":"Zoë"},"changes":[{"after":2,"before":"1.50","path":"amount"}],"id":"a"}';
    expect(leafOf(entry)).toBe(sha256(canonical));
    expect(leafOf(JSON.parse(JSON.stringify(entry)))).toBe(leafOf(entry));
    expect(leafOf({ ...entry, changes: [{ path: 'amount', before: '1.51', after: 2 }] })).not.toBe(leafOf(entry));
  });

  it('is the same after JSON was written and read', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (entry) => {
        expect(leafOf(JSON.parse(JSON.stringify(entry)))).toBe(leafOf(entry));
      }),
    );
  });

  it('does not exist for half a surrogate pair, which RFC 8785 forbids', () => {
    expect(() => leafOf({ name: '\ud800' })).toThrow('surrogate');
  });
});

describe('The signature of a checkpoint', () => {
  const keys = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
  };
  const { publicKey, privateKey } = keys();
  const unsigned = {
    id: '4e5f6071-8293-4a4b-8c5d-6e7f8091a2b3',
    from: '2026-11-29T09:00:00.000Z',
    to: '2026-11-29T10:00:00.000Z',
    count: 3,
    root: sha256('root'),
    previous: null,
    keyId: 'key-1',
  };
  const signature = sign('sha256', signedBytes(unsigned), privateKey).toString('base64');
  const checkpoint: Checkpoint = { ...unsigned, signature };

  it('holds for the key that made it, and for no other key', () => {
    expect(verifyCheckpoint(checkpoint, publicKey)).toBe(true);
    expect(verifyCheckpoint(checkpoint, keys().publicKey)).toBe(false);
    expect(verifyCheckpoint({ ...checkpoint, signature: 'nothing' }, publicKey)).toBe(false);
  });

  it.each<Partial<Checkpoint>>([
    { id: '5e5f6071-8293-4a4b-8c5d-6e7f8091a2b3' },
    { from: '2026-11-29T09:00:00.001Z' },
    { to: '2026-11-29T10:00:00.001Z' },
    { count: 4 },
    { root: sha256('other') },
    { previous: sha256('other') },
    { keyId: 'key-2' },
  ])('covers each field: %j', (change) => {
    expect(verifyCheckpoint({ ...checkpoint, ...change }, publicKey)).toBe(false);
  });
});
