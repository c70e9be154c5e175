import { type ChainRpc, jsonRpc } from '../port/rpc.ts';
import { isObject } from './schema.ts';
import { splitBlock } from './unparsed-transactions.ts';

/** JSON-RPC to the nodes of a Solana cluster. */
export const solanaRpc = (chain: string, urls: readonly string[], attemptMs?: number, now?: () => number): ChainRpc =>
  jsonRpc(chain, urls, {
    attemptMs,
    now,
    parse: (bytes) => withoutBlock(parseAnswer(bytes)),
    lacks: ({ code }) => code === METHOD_NOT_FOUND,
  });

/** JSON-RPC 2.0. */
const METHOD_NOT_FOUND = -32601;

/**
 * Errors that say that a slot has no block: the node has no block yet (-32004), the chain skipped the slot (-32007),
 * the chain skipped the slot or the node deleted the block (-32009). Each becomes null, which older nodes answer.
 */
const NO_BLOCK: ReadonlySet<unknown> = new Set([-32004, -32007, -32009]);

const withoutBlock = (answer: unknown): unknown =>
  isObject(answer) && isObject(answer.error) && NO_BLOCK.has(answer.error.code) ? { result: null } : answer;

/** An answer as `parseExactly` gives it, except that the transactions of a block stay bytes. @throws SyntaxError */
function parseAnswer(bytes: Buffer): unknown {
  const split = splitBlock(bytes);
  const rest: unknown = split === null ? null : JSON.parse(split.rest);
  const result = isObject(rest) && isObject(rest.result) ? rest.result : {};
  // Any other list of this name than that of the block shows here.
  const isSplit = Array.isArray(result.transactions) && result.transactions.length === 0;
  if (split === null || !isObject(rest) || !isSplit) return parseExactly(bytes.toString());
  return { ...rest, result: { ...result, transactions: split.transactions } };
}

/** The balances of a transaction's metadata, and the balance of an account. */
const BALANCES = /"(?:(?:pre|post)Balances":\s*\[[\d,\s]*\]|lamports":\s*\d+)/g;
/** Numbers of up to 15 digits are exact. Numbers of 16 digits are exact up to 9007199254740991. */
const LONG_NUMBER = /\d{17,}|\b9\d{15}\b/g;

/**
 * JSON with the greatest balances as strings: beyond 2^53 lamports, some nine million SOL, `JSON.parse` rounds numbers.
 * Few answers hold such a balance, and only these answers are parsed twice. JSON escapes a quote within a string, so no
 * other text looks like the keys of the balances.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const answer: unknown = JSON.parse(text);
  if (!hasRoundedBalance(answer)) return answer;
  return JSON.parse(text.replace(BALANCES, (balances) => balances.replace(LONG_NUMBER, '"$&"')));
}

/** A rounded balance is not a safe integer. This check is faster than a search in the text. */
function hasRoundedBalance(answer: unknown): boolean {
  const result = isObject(answer) ? (answer.result ?? answer) : null;
  if (!isObject(result)) return false;
  if (Array.isArray(result.value))
    return isRounded(result.value.map((each) => (isObject(each) ? each.lamports : null)));
  const executed: readonly unknown[] = Array.isArray(result.transactions) ? result.transactions : [result];
  return executed.some((each) => {
    const meta = isObject(each) ? each.meta : null;
    return isObject(meta) && (isRounded(meta.preBalances) || isRounded(meta.postBalances));
  });
}

const isRounded = (balances: unknown): boolean =>
  Array.isArray(balances) && balances.some((balance) => balance > Number.MAX_SAFE_INTEGER);
