import { generateKeyPairSync, sign } from 'node:crypto';
import { type Checkpoint, leafOf, MerkleTree, signedBytes } from '../../../sdk/audit-proof.ts';
import { uuid } from '../../support/records.ts';

/** The keys of a service. */
export const aKeyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) };
};
type KeyPair = ReturnType<typeof aKeyPair>;

const FIRST_HOUR = Date.parse('2026-11-29T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const hourAt = (hour: number, ms = 0): string => new Date(FIRST_HOUR + hour * HOUR_MS + ms).toISOString();

/** An entry as the API shows it. @param n tells it from the others. */
export const anEntry = (n: number, at: string) => ({
  id: uuid(n),
  at,
  actor: { kind: 'key', id: uuid(900), name: 'Zoë “CI” 資金' },
  action: 'update',
  resource: 'rule',
  resourceId: uuid(901),
  requestId: null,
  changes: [{ path: 'cooldownMinutes', before: n, after: 1.5e300 }],
});

/**
 * The lines of an audit file with checkpoints of an hour.
 * @param hours how many entries each hour has.
 * @param notCovered entries after the last checkpoint.
 */
export function signedFile(hours: readonly number[], { keys, notCovered = 0 }: { keys: KeyPair; notCovered?: number }) {
  const lines: string[] = [];
  let n = 0;
  let before: Checkpoint | null = null;
  for (const [hour, count] of hours.entries()) {
    const tree = new MerkleTree();
    for (let k = 0; k < count; k++) {
      // Pairs of entries have the same instant.
      const entry = anEntry(n++, hourAt(hour, Math.floor(k / 2)));
      tree.add(leafOf(entry));
      lines.push(JSON.stringify(entry));
    }
    const unsigned: Omit<Checkpoint, 'signature'> = {
      id: uuid(1000 + hour),
      from: before?.to ?? hourAt(hour),
      to: hourAt(hour + 1),
      count,
      root: tree.root(),
      previous: before?.root ?? null,
      keyId: 'local',
    };
    before = { ...unsigned, signature: sign('sha256', signedBytes(unsigned), keys.privateKey).toString('base64') };
    lines.push(JSON.stringify({ checkpoint: before }));
  }
  for (let k = 0; k < notCovered; k++) lines.push(JSON.stringify(anEntry(n++, hourAt(hours.length, k))));
  return lines;
}
