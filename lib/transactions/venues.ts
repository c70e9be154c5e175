/**
 * Where people swap, by the address that they call. EVM routers have the same address on all chains. Sources: the
 * deployment pages of Uniswap, 1inch, 0x, CoW Protocol, Jupiter, Raydium and Orca.
 */
const VENUES: ReadonlyMap<string, string> = new Map([
  ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap'],
  ['0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap'],
  ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap'],
  ['0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', 'Uniswap'],
  ['0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', 'Uniswap'],
  ['0x1111111254EEB25477B68fb85Ed929f73A960582', '1inch'],
  ['0x111111125421cA6dc452d289314280a0f8842A65', '1inch'],
  ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF', '0x'],
  ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41', 'CoW Protocol'],
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter'],
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'Raydium'],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'Orca'],
]);

/** The name of the venue at a canonical address; null for any other address. */
export const venueOf = (address: string): string | null => VENUES.get(address) ?? null;
