import type { ChainId } from '../registry.ts';
import { jsonRpc, type Rpc } from '../rpc.ts';

/** JSON-RPC to the endpoints of a Solana cluster. */
export const solanaRpc = (chain: ChainId, urls: readonly string[], attemptMs?: number): Rpc =>
  jsonRpc(chain, urls, { attemptMs, parse: parseExactly });

const BALANCES = /"(?:pre|post)Balances":\s*\[[\d,\s]*\]/g;
/** Numbers of 16 digits are exact up to 9007…; shorter ones always. */
const LONG_NUMBER = /\d{17,}|\b9\d{15}\b/g;

/**
 * JSON with the greatest balances as strings: beyond 2^53 lamports, some nine million SOL, `JSON.parse` rounds them. A
 * quote within a string is escaped, so that what looks like these keys is nothing else.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  JSON.parse(hasLongBalance(text) ? text.replace(BALANCES, (balances) => balances.replace(LONG_NUMBER, '"$&"')) : text);

/** Few blocks have one, and the detour takes as long as all the parsing. */
function hasLongBalance(text: string): boolean {
  const key = 'Balances":';
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    // Balances of tokens, under a longer key, are objects: `{` ends the search in them.
    if (/^[\d,\s[]*(?:\d{17}|\b9\d{15}\b)/.test(text.slice(at + key.length, text.indexOf(']', at)))) return true;
  }
  return false;
}
