/** The list of lib/chains/families.ts with the line that adds the toy family. */
export { evm } from '../../../lib/chains/evm/evm-family.ts';
export { solana } from '../../../lib/chains/solana/solana-family.ts';
export { xrp } from '../../../lib/chains/xrp/xrp-family.ts';
export { toy } from './toy-family.ts';
