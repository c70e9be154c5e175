import * as z from 'zod';
import { leafOf, MerkleTree, verifyCheckpoint } from '../../sdk/audit-proof.ts';
import { exactJson } from './exact-json.ts';

/** The order of instants as text is that of time, because all have this form. */
const Instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const Root = z.string().regex(/^[0-9a-f]{64}$/);
const Entry = z.looseObject({ id: z.string(), at: Instant });
const CheckpointLine = z.strictObject({
  checkpoint: z.strictObject({
    id: z.string(),
    from: Instant,
    to: Instant,
    count: z.int().min(1),
    root: Root,
    previous: Root.nullable(),
    // Other texts may have the same bytes in base64.
    signature: z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text),
    keyId: z.string(),
  }),
});
type Checkpoint = z.output<typeof CheckpointLine>['checkpoint'];

/** The public key of the service, as its user got it. */
export interface AuditKey {
  /** PEM. */
  readonly publicKey: string;
  /** Undefined when the file of the key does not name it. */
  readonly keyId?: string;
}

/** The first line that is wrong. */
export interface AuditFault {
  readonly line: number;
  readonly problem: string;
}

interface Place {
  readonly line: number;
  readonly at: string;
  readonly id: string;
}

/** Entries since the last checkpoint. */
interface Run {
  readonly tree: MerkleTree;
  readonly first: Place;
  readonly last: Place;
}

/** What a file without a fault proves. */
export interface AuditProof {
  readonly checkpoints: number;
  /** Entries that a checkpoint covers. */
  readonly covered: number;
  readonly notCovered: number;
  /** The first instant that is covered, and the end. */
  readonly from: string;
  readonly to: string;
  /** The root of the last checkpoint, for a comparison with that of a webhook. */
  readonly root: string;
  /** The root of the checkpoint before the file. Null when the file begins with the first entry of the log. */
  readonly previous: string | null;
}

/** Verifies the lines of an audit file (docs/audit.md), one after the other, in little memory. */
export class AuditFile {
  readonly #key: AuditKey;
  #line = 0;
  #run: Run | null = null;
  #first: Checkpoint | null = null;
  #last: { readonly line: number; readonly checkpoint: Checkpoint } | null = null;
  #checkpoints = 0;
  #covered = 0;

  constructor(key: AuditKey) {
    this.#key = key;
  }

  /** @param text undefined for a line that is too long or is no text. Returns what is wrong; null when all is well. */
  add(text: string | undefined): AuditFault | null {
    this.#line += 1;
    if (text === undefined) return this.#fault('The line is longer than 1 MiB, or it is not UTF-8.');
    const value = exactJson(text);
    if (typeof value !== 'object' || value === null) {
      return this.#fault('The line is no JSON object, or it has a field twice or a number that is not exact.');
    }
    if ('checkpoint' in value) {
      const { success, data } = CheckpointLine.safeParse(value);
      return success
        ? this.#addCheckpoint(data.checkpoint)
        : this.#fault('The checkpoint lacks a field or has a wrong one.');
    }
    const { success, data } = Entry.safeParse(value);
    return success ? this.#addEntry(value, data) : this.#fault('The line is neither an entry nor a checkpoint.');
  }

  /** What the file proves, after its last line. */
  end(): AuditProof | AuditFault {
    if (this.#first === null || this.#last === null) {
      return this.#fault('The file has no checkpoint, so nothing proves its entries.');
    }
    return {
      checkpoints: this.#checkpoints,
      covered: this.#covered,
      notCovered: this.#run?.tree.count ?? 0,
      from: this.#first.from,
      to: this.#last.checkpoint.to,
      root: this.#last.checkpoint.root,
      previous: this.#first.previous,
    };
  }

  #addEntry(entry: object, { at, id }: z.output<typeof Entry>): AuditFault | null {
    const place = { line: this.#line, at, id };
    if (this.#last !== null && at < this.#last.checkpoint.to) {
      return this.#fault(`The entry belongs before the checkpoint of line ${this.#last.line}: it was moved or added.`);
    }
    if (this.#run !== null && !isBefore(this.#run.last, place)) {
      return this.#fault(`The entry belongs before line ${this.#line - 1}: it was moved, or it stands twice.`);
    }
    const { tree, first } = this.#run ?? { tree: new MerkleTree(), first: place };
    try {
      tree.add(leafOf(entry));
    } catch (error) {
      return this.#fault(`The entry has no canonical form: ${error instanceof Error ? error.message : error}`);
    }
    this.#run = { tree, first, last: place };
    return null;
  }

  #addCheckpoint(checkpoint: Checkpoint): AuditFault | null {
    const fault = this.#signatureFault(checkpoint) ?? this.#chainFault(checkpoint) ?? this.#runFault(checkpoint);
    if (fault !== null) return fault;
    this.#first ??= checkpoint;
    this.#last = { line: this.#line, checkpoint };
    this.#checkpoints += 1;
    this.#covered += checkpoint.count;
    this.#run = null;
    return null;
  }

  #signatureFault(checkpoint: Checkpoint): AuditFault | null {
    const { keyId, publicKey } = this.#key;
    if (verifyCheckpoint(checkpoint, publicKey)) return null;
    if (keyId === undefined || keyId === checkpoint.keyId) {
      return this.#fault('The key did not sign the checkpoint: it was changed, or the key is another.');
    }
    return this.#fault(`The checkpoint names the key ${checkpoint.keyId}, and the file of the key holds ${keyId}.`);
  }

  #chainFault({ from, to, previous }: Checkpoint): AuditFault | null {
    if (this.#last !== null && (previous !== this.#last.checkpoint.root || from !== this.#last.checkpoint.to)) {
      return this.#fault(
        `The checkpoint does not follow that of line ${this.#last.line}: a checkpoint was dropped or moved.`,
      );
    }
    return from < to ? null : this.#fault('The checkpoint ends before it begins.');
  }

  #runFault({ from, to, count, root }: Checkpoint): AuditFault | null {
    const run = this.#run;
    if (run === null)
      return this.#fault(`No entry is before the checkpoint, which covers ${count}: they were dropped.`);
    const { first, last, tree } = run;
    if (first.at < from) {
      return {
        line: first.line,
        problem: 'The entry is older than the checkpoint after it: a checkpoint was dropped.',
      };
    }
    if (last.at >= to) {
      return { line: last.line, problem: 'The entry is younger than the checkpoint after it: one of them was moved.' };
    }
    const lines = first.line === last.line ? `line ${first.line}` : `lines ${first.line} to ${last.line}`;
    if (tree.count !== count) {
      const what = tree.count < count ? 'dropped' : 'added';
      return this.#fault(`The checkpoint covers ${count} entries, and ${lines} are ${tree.count}: some were ${what}.`);
    }
    if (tree.root() === root) return null;
    return { line: first.line, problem: `Not the entries that were signed: somebody changed an entry of ${lines}.` };
  }

  #fault(problem: string): AuditFault {
    return { line: this.#line, problem };
  }
}

const isBefore = (a: Place, b: Place): boolean => (a.at === b.at ? a.id < b.id : a.at < b.at);
