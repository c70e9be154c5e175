import { id } from 'ethers';

/** The selector of a full signature such as `transfer(address,uint256)`: the first 4 bytes of its keccak-256. */
export const selectorOf = (signature: string): string => id(signature).slice(0, 10);
