import { createHash } from 'node:crypto';

/** The content of a block, without its position in the chain. */
export interface Content {
  /** The hashes of the block's transactions, in canonical form. */
  readonly hashes: readonly string[];
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
}

/** A block at its position in the chain. */
export interface Link<C extends Content> {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly parentHeight: number;
  readonly content: C;
}

/**
 * A chain that strings recorded blocks together. The recordings come from many networks and heights, but a watcher
 * needs blocks that follow each other. The chain derives each block hash from the position and the parent. A
 * replacement block therefore has a new hash even when its content is the same.
 */
export class MadeChain<C extends Content> {
  readonly #first: number;
  readonly #spell: (digest: Buffer) => string;
  #links: Link<C>[] = [];
  #forks = 0;
  /**
   * The newest height that nodes report. A test may set the head back. Each change of the chain sets the head to the
   * last block.
   */
  head: number;

  /** @param spell writes 32 bytes as the chain writes block hashes. */
  constructor(first: number, spell: (digest: Buffer) => string) {
    this.#first = first;
    this.#spell = spell;
    this.head = first - 1;
  }

  /** All blocks, including those above the head. */
  get links(): readonly Link<C>[] {
    return this.#links;
  }

  /** Appends a block and leaves `skipped` heights empty before the block. */
  append(content: C, skipped = 0): this {
    const last = this.#links.at(-1);
    const parentHeight = last?.height ?? this.#first - 1;
    const parentHash = last?.hash ?? this.#hash('', parentHeight);
    const height = parentHeight + 1 + skipped;
    this.#links.push({ height, hash: this.#hash(parentHash, height), parentHash, parentHeight, content });
    this.head = height;
    return this;
  }

  /** Replaces the last `depth` blocks. Leaves `skipped` heights empty before the first replacement. */
  reorg(depth: number, replacement: readonly C[], skipped = 0): void {
    if (depth > this.#links.length) throw new Error(`cannot replace ${depth} of ${this.#links.length} blocks`);
    this.#links = this.#links.slice(0, this.#links.length - depth);
    this.#forks += 1;
    this.head = this.#links.at(-1)?.height ?? this.#first - 1;
    for (const [n, content] of replacement.entries()) this.append(content, n === 0 ? skipped : 0);
  }

  /** Brings back all blocks of a branch, as `links` had them before a reorganisation. */
  return(branch: readonly Link<C>[]): void {
    this.#links = [...branch];
    this.head = branch.at(-1)?.height ?? this.#first - 1;
  }

  /** Replaces the last `depth` blocks by blocks with the same content and new hashes. */
  fork(depth: number): void {
    this.reorg(
      depth,
      this.#links.slice(-depth).map(({ content }) => content),
    );
  }

  /** The block at this height, or undefined above the head. */
  at(height: number): Link<C> | undefined {
    return height > this.head ? undefined : this.#links.find((link) => link.height === height);
  }

  byHash(hash: string): Link<C> | undefined {
    return this.#links.find((link) => link.hash === hash && link.height <= this.head);
  }

  /** The block that holds a transaction, and the transaction's index in the block. */
  holding(transaction: string): { link: Link<C>; index: number } | undefined {
    const link = this.#links.find(({ height, content }) => height <= this.head && content.hashes.includes(transaction));
    return link && { link, index: link.content.hashes.indexOf(transaction) };
  }

  /** A neighbour of the block at this height, for a node that answers with the wrong block. */
  beside(height: number): Link<C> | undefined {
    const reported = this.#links.filter((link) => link.height <= this.head);
    return reported.findLast((link) => link.height < height) ?? reported.find((link) => link.height > height);
  }

  #hash(parent: string, height: number): string {
    return this.#spell(createHash('sha256').update(`${this.#forks} ${height} ${parent}`).digest());
  }
}
