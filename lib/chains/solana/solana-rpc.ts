import { jsonRpc, type Rpc } from '../port/rpc.ts';
import { isObject } from './schema.ts';

/** JSON-RPC to the endpoints of a Solana cluster. */
export const solanaRpc = (chain: string, urls: readonly string[], attemptMs?: number): Rpc =>
  jsonRpc(chain, urls, {
    attemptMs,
    parse: (text) => withoutBlock(parseExactly(text)),
    lacks: ({ code }) => code === METHOD_NOT_FOUND,
  });

/** JSON-RPC 2.0. */
const METHOD_NOT_FOUND = -32601;

/**
 * Errors that say that a slot has no block: not yet, or not at this node (-32004), skipped (-32007), skipped or no longer
 * there (-32009). Older nodes answer null, which these are made into.
 */
const NO_BLOCK: ReadonlySet<unknown> = new Set([-32004, -32007, -32009]);

const withoutBlock = (answer: unknown): unknown =>
  isObject(answer) && isObject(answer.error) && NO_BLOCK.has(answer.error.code) ? { result: null } : answer;

const BALANCES = /"(?:pre|post)Balances":\s*\[[\d,\s]*\]/g;
/** Numbers of 16 digits are exact up to 9007…; shorter ones always. */
const LONG_NUMBER = /\d{17,}|\b9\d{15}\b/g;

/**
 * JSON with the greatest balances as strings: beyond 2^53 lamports, some nine million SOL, `JSON.parse` rounds them. Few
 * blocks have one, and only those are read a second time. A quote within a string is escaped, so that what looks like these
 * keys is nothing else.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const answer: unknown = JSON.parse(text);
  if (!hasRoundedBalance(answer)) return answer;
  return JSON.parse(text.replace(BALANCES, (balances) => balances.replace(LONG_NUMBER, '"$&"')));
}

/** What was rounded is beyond what can be: no search in the text, which takes half as long as parsing it. */
function hasRoundedBalance(answer: unknown): boolean {
  const result = isObject(answer) ? (answer.result ?? answer) : null;
  if (!isObject(result)) return false;
  const executed: readonly unknown[] = Array.isArray(result.transactions) ? result.transactions : [result];
  return executed.some((each) => {
    const meta = isObject(each) ? each.meta : null;
    return isObject(meta) && (isRounded(meta.preBalances) || isRounded(meta.postBalances));
  });
}

const isRounded = (balances: unknown): boolean =>
  Array.isArray(balances) && balances.some((balance) => balance > Number.MAX_SAFE_INTEGER);
