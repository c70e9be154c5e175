/** Every chain family. A new family is a folder beside these folders and a line here. */
export { evm } from './evm/evm-family.ts';
export { solana } from './solana/solana-family.ts';
export { xrp } from './xrp/xrp-family.ts';
