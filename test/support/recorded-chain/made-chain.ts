import { createHash } from 'node:crypto';

/** What is in a block, apart from where it stands. */
export interface Content {
  /** Of its transactions, in canonical form. */
  readonly hashes: readonly string[];
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
}

/** A block in its place. */
export interface Link<C extends Content> {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly parentHeight: number;
  readonly content: C;
}

/**
 * A chain whose blocks are recorded and whose order is made: recordings are of many networks and heights, and a watcher
 * needs blocks that follow one another. Block hashes are derived from the place and the parent, so that what replaces a
 * block has another hash even when it holds the same.
 */
export class MadeChain<C extends Content> {
  readonly #first: number;
  readonly #spell: (digest: Buffer) => string;
  #links: Link<C>[] = [];
  #forks = 0;
  /** The newest block that nodes tell of; may be set back, and is the last one after each change of the chain. */
  head: number;

  /** @param spell 32 bytes as the chain writes hashes of blocks. */
  constructor(first: number, spell: (digest: Buffer) => string) {
    this.#first = first;
    this.#spell = spell;
    this.head = first - 1;
  }

  /** The blocks there are, head or not. */
  get links(): readonly Link<C>[] {
    return this.#links;
  }

  /** Adds a block, `skipped` heights after the last one. */
  append(content: C, skipped = 0): this {
    const last = this.#links.at(-1);
    const parentHeight = last?.height ?? this.#first - 1;
    const parentHash = last?.hash ?? this.#hash('', parentHeight);
    const height = parentHeight + 1 + skipped;
    this.#links.push({ height, hash: this.#hash(parentHash, height), parentHash, parentHeight, content });
    this.head = height;
    return this;
  }

  /** Takes the last `depth` blocks away and puts others in their place, the first of them `skipped` heights later. */
  reorg(depth: number, replacement: readonly C[], skipped = 0): void {
    if (depth > this.#links.length) throw new Error(`the chain has ${this.#links.length} blocks`);
    this.#links = this.#links.slice(0, this.#links.length - depth);
    this.#forks += 1;
    this.head = this.#links.at(-1)?.height ?? this.#first - 1;
    for (const [n, content] of replacement.entries()) this.append(content, n === 0 ? skipped : 0);
  }

  /** A reorganisation after which the same is in the last `depth` blocks, which are others. */
  fork(depth: number): void {
    this.reorg(
      depth,
      this.#links.slice(-depth).map(({ content }) => content),
    );
  }

  /** The block at this height, as far as nodes tell of it. */
  at(height: number): Link<C> | undefined {
    return height > this.head ? undefined : this.#links.find((link) => link.height === height);
  }

  byHash(hash: string): Link<C> | undefined {
    return this.#links.find((link) => link.hash === hash && link.height <= this.head);
  }

  /** The block that holds a transaction, and the transaction's place in it. */
  holding(transaction: string): { link: Link<C>; index: number } | undefined {
    const link = this.#links.find(({ height, content }) => height <= this.head && content.hashes.includes(transaction));
    return link && { link, index: link.content.hashes.indexOf(transaction) };
  }

  /** The block before or after the one at this height, for a node that answers about the wrong one. */
  beside(height: number): Link<C> | undefined {
    const told = this.#links.filter((link) => link.height <= this.head);
    return told.findLast((link) => link.height < height) ?? told.find((link) => link.height > height);
  }

  #hash(parent: string, height: number): string {
    return this.#spell(createHash('sha256').update(`${this.#forks} ${height} ${parent}`).digest());
  }
}
