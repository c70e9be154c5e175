import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { chainOf } from '../../lib/chains/registry.ts';
import { PriceTable } from '../../lib/prices/fixed.ts';
import { messageOf, type UserError } from '../processes/user-error.ts';

/** Makes the error about a wrong option. */
type Refusal = (problem: string) => UserError;

/**
 * The source of the prices.
 * @param rpc the nodes outside of this stack.
 * @throws UserError when the source is none.
 */
export function pricesOf(
  named: string | undefined,
  rpc: Readonly<Record<string, unknown>>,
  refusal: Refusal,
): string | undefined {
  const mainNet = Object.keys(rpc).find((chain) => !chainOf(chain).testnet);
  const source = named ?? (mainNet === undefined ? 'fixed' : 'live');
  if (source === 'live') return source;
  if (source !== 'fixed') return pricesIn(source, refusal);
  if (mainNet === undefined) return undefined;
  throw refusal(
    `--prices fixed has made-up prices, and --rpc ${mainNet}=… is a node of a main net, whose records would have ` +
      'wrong values: use --prices live, or a file with prices',
  );
}

/** The table of prices in a file, as it stands. */
function pricesIn(file: string, refusal: Refusal): string {
  try {
    const json = readFileSync(file, 'utf8');
    PriceTable.parse(JSON.parse(json));
    return json;
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw refusal(`--prices takes live, fixed, or a JSON file of prices by chain; not ${file}: ${problem}`);
  }
}
