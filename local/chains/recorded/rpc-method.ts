/** A JSON-RPC error that a node answers. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * How a well-formed answer can be wrong because the node's own data is wrong. A method ignores kinds that do not apply.
 */
export type WrongAnswer = 'other block' | 'stale head' | 'part missing' | 'part of another block';

/** A JSON-RPC method of a simulated node. Returns the result, distorted by `wrong`. @throws RpcError */
export type Method = (params: readonly unknown[], wrong?: WrongAnswer) => unknown;

/** How many blocks a node with a stale head is behind. */
export const STALE_BY = 2;
