/** How long a node rests after a failure. Each further failure doubles the time, up to `MAX_REST_MS`. */
const REST_MS = 1_000;
const MAX_REST_MS = 60_000;
/** How long a node rests after an answer that contradicts others. Longer than any chain takes between two polls. */
const DISTRUST_MS = 30_000;
/** For this long a node counts among the nodes that gave contradicting answers. The watcher meanwhile asks them all. */
const CONTRADICTION_MS = 120_000;
/** Of so many heights the pool remembers which node answered: more than the watcher walks back. */
const REMEMBERED_HEIGHTS = 1_024;

export interface RpcNode {
  readonly url: string;
  failures: number;
  restsUntil: number;
  /** The last head that the node named; undefined before the first. */
  head: number | undefined;
  contradictedAt: number | undefined;
  /** Capabilities that the node lacks, such as a method → when the node is asked again. */
  readonly lacks: Map<string, number>;
}

/** The block that a call is about. */
export interface Place {
  readonly height: number;
  /** The node that last answered about this height is asked first: other nodes may be on another branch. */
  readonly near?: number | undefined;
}

/**
 * The nodes of a chain, and which of them to ask first. A node that failed or gave contradicting answers rests, and a
 * node whose head is below the block is behind. Both are asked last.
 * @param now milliseconds on a clock that only goes forward.
 */
export class NodePool {
  readonly nodes: readonly RpcNode[];
  readonly #now: () => number;
  readonly #answered = new Map<number, RpcNode>();
  /** The greatest height of which a node had the block. A node below this height is behind. */
  #served = -1;

  constructor(urls: readonly string[], now: () => number) {
    this.#now = now;
    this.nodes = urls.map((url) => ({
      url,
      failures: 0,
      restsUntil: 0,
      head: undefined,
      contradictedAt: undefined,
      lacks: new Map(),
    }));
  }

  /** All nodes in the order in which a call asks them: those that do not rest first, then the least resting node. */
  inOrder({ height, near }: Place = { height: this.#served }): RpcNode[] {
    const at = this.#now();
    const nearest = near === undefined ? undefined : this.#answered.get(near);
    const rank = (node: RpcNode): number => {
      if (node.restsUntil > at) return node.restsUntil;
      if ((node.head ?? height) < height) return 0;
      return node === nearest ? -2 : -1;
    };
    return this.nodes.toSorted((a, b) => rank(a) - rank(b));
  }

  isResting = (node: RpcNode): boolean => node.restsUntil > this.#now();

  /** Remembers which node answered about a block. */
  answered(node: RpcNode, { height }: Place): void {
    this.#answered.delete(height);
    this.#answered.set(height, node);
    for (const oldest of this.#answered.keys()) {
      if (this.#answered.size <= REMEMBERED_HEIGHTS) break;
      this.#answered.delete(oldest);
    }
    this.#served = Math.max(this.#served, height);
  }

  /** @param failures the failures of the node before the call: several calls that fail at once count as one failure. */
  failed(node: RpcNode, failures: number, askedMs: number): void {
    const restMs = Math.min(Math.max(REST_MS * 2 ** failures, askedMs), MAX_REST_MS);
    node.restsUntil = Math.max(node.restsUntil, this.#now() + restMs);
    node.failures = failures + 1;
  }

  /** Rests the nodes that named a head of which no node has the block. */
  misled(head: number): void {
    for (const node of this.nodes) if (node.head === head) this.#distrust(node);
  }

  /**
   * Rests the node that answered about the block at this height. Returns whether each node has given contradicting
   * answers of late.
   */
  contradicted(height: number): boolean {
    const at = this.#now();
    const node = this.#answered.get(height);
    if (node !== undefined) {
      node.contradictedAt = at;
      this.#distrust(node);
    }
    return this.nodes.every(({ contradictedAt = Number.NEGATIVE_INFINITY }) => contradictedAt > at - CONTRADICTION_MS);
  }

  #distrust(node: RpcNode): void {
    node.restsUntil = Math.max(node.restsUntil, this.#now() + DISTRUST_MS);
  }
}
