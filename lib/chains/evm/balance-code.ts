/*
 * Code that `eth_call` runs once at an address without code (a state override), so that one request answers for many
 * addresses. Both programs first return the number of the block and the hash of the parent, which tie the answer to the
 * block: a node that answers for another height cannot state them.
 */

/**
 * Input: one word per address. Output: number, parent hash, how many of the addresses have code, one balance per
 * address.
 *
 *        NUMBER PUSH1 0 MSTORE   PUSH1 1 NUMBER SUB BLOCKHASH PUSH1 32 MSTORE   PUSH1 0
 *  next: CALLDATASIZE DUP2 LT ISZERO PUSH1 end JUMPI
 *        DUP1 CALLDATALOAD   DUP1 EXTCODESIZE ISZERO ISZERO PUSH1 64 MLOAD ADD PUSH1 64 MSTORE
 *        BALANCE DUP2 PUSH1 96 ADD MSTORE   PUSH1 32 ADD PUSH1 next JUMP
 *  end:  PUSH1 96 ADD PUSH1 0 RETURN
 */
export const NATIVE_BALANCES =
  '0x43600052600143034060205260005b36811015602f578035803b151560405101604052318160600152602001600e565b6060016000f3';

/**
 * Input: two words per pair, the token and the owner. Output: number, parent hash, two words per pair: 1 and the
 * balance, or 0 and anything when the token does not answer `balanceOf` within
 * 300,000 gas. The scratch memory lies behind the output: s is its offset, i the offset of the pair.
 *
 *        NUMBER PUSH1 0 MSTORE   PUSH1 1 NUMBER SUB BLOCKHASH PUSH1 32 MSTORE   CALLDATASIZE PUSH1 64 ADD PUSH1 0
 *  next: CALLDATASIZE DUP2 LT ISZERO PUSH1 end JUMPI
 *        PUSH32 balanceOf DUP3 MSTORE   DUP1 PUSH1 32 ADD CALLDATALOAD DUP3 PUSH1 4 ADD MSTORE   s: the call's input
 *        PUSH1 0 DUP3 PUSH1 64 ADD MSTORE                                                        s+64: its output
 *        PUSH1 32 DUP3 PUSH1 64 ADD PUSH1 36 DUP5 DUP5 CALLDATALOAD PUSH3 300000 STATICCALL
 *        PUSH1 31 RETURNDATASIZE GT AND DUP2 PUSH1 64 ADD MSTORE
 *        DUP2 PUSH1 64 ADD MLOAD DUP2 PUSH1 96 ADD MSTORE   PUSH1 64 ADD PUSH1 next JUMP
 *  end:  PUSH1 64 ADD PUSH1 0 RETURN
 */
export const TOKEN_BALANCES =
  '0x4360005260014303406020523660400160005b368110156078577f70a08231000000000000000000000000000000000000' +
  '00000000000000000000825280602001358260040152600082604001526020826040016024848435620493e0fa601f3d1116' +
  '8160400152816040015181606001526040016012565b6040016000f3';
