import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, jest } from '@jest/globals';
import * as z from 'zod';
import { selectorOf } from '../../../lib/chains/evm/method-selector.ts';

const folder = new URL('../../fixtures/evm/blocks/', import.meta.url);
const RawObject = z.record(z.string(), z.unknown());
const Recorded = z.object({
  block: z.looseObject({ number: z.string().transform(Number), hash: z.string(), transactions: z.array(RawObject) }),
  receipts: z.array(RawObject),
});

/** A recorded block as the node answered it. */
export interface RecordedBlock {
  readonly file: string;
  readonly height: number;
  readonly hash: string;
  readonly block: Record<string, unknown> & { transactions: Record<string, unknown>[] };
  readonly receipts: Record<string, unknown>[];
}

export const recordedBlocks: readonly RecordedBlock[] = readdirSync(folder).map((file) => {
  const { block, receipts } = Recorded.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  const { number, hash } = block;
  return { file, height: number, hash, block: { ...block, number: `0x${number.toString(16)}` }, receipts };
});

export type Answers = Readonly<Record<string, (...params: unknown[]) => unknown>>;

/** The answers of a node that has only this block. All tokens have the symbol TKN and six decimals. */
export function nodeWith({ height, hash, block, receipts }: RecordedBlock): Answers {
  const number = `0x${height.toString(16)}`;
  return {
    eth_blockNumber: () => number,
    eth_getBlockByNumber: (asked) => (asked === number ? block : null),
    eth_getBlockByHash: (asked) => (asked === hash ? block : null),
    eth_getBlockReceipts: (asked) => (asked === hash ? receipts : null),
    eth_getTransactionByHash: (asked) => block.transactions.find((each) => each.hash === asked) ?? null,
    eth_getTransactionReceipt: (asked) => receipts.find((each) => each.transactionHash === asked) ?? null,
    eth_call: (call) => (Object(call).data === selectorOf('symbol()') ? TKN : SIX),
  };
}
const TKN = `0x${Buffer.from('TKN').toString('hex').padEnd(64, '0')}`;
const SIX = `0x${'6'.padStart(64, '0')}`;

/** A function of `Answers` throws this error when the node must answer with a JSON-RPC error. */
export class NodeError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nodes with these answers, in the order of the reader. `calls` lists the requested methods of each node. */
export function nodes(...answers: Answers[]) {
  const calls: string[][] = answers.map(() => []);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    const n = Number(new URL(String(url)).pathname.slice(1));
    const { method, params } = JSON.parse(String(request?.body));
    calls[n]?.push(method);
    try {
      const answer = answers[n]?.[method];
      if (answer === undefined) throw new NodeError(-32601, `the method ${method} does not exist`);
      return Response.json({ jsonrpc: '2.0', id: 1, result: answer(...params) });
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code: error.code, message: error.message } });
    }
  });
  return { urls: answers.map((_answers, n) => `https://node.example/${n}`), calls };
}

afterEach(() => {
  if (jest.isMockFunction(fetch)) jest.mocked(fetch).mockRestore();
});
