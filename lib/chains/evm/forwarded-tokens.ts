import type { TokenTransfer } from './logs.ts';

/**
 * Contracts of Monerium (EURe, GBPe, USDe, ISKe) that forward to their successors: both log each movement. The old
 * contract first, then its successor. Sources: monerium.dev/docs/contracts-v2, rotki's list of Monerium addresses.
 */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['0x3231Cb76718CDeF2155FC47b5286d82e6eDA273f', '0x39b8B6385416f4cA36a20319F70D28621895279D'],
  ['0x18ec0A6E18E5bc3784fDd3a3634b31245ab704F6', '0xE0aEa583266584DafBB3f9C3211d5588c73fEa8d'],
]);

const movementOf = (token: string, { from, to, raw }: TokenTransfer): string => `${token} ${from} ${to} ${raw}`;

/**
 * The movements without those that an old contract logs beside its successor: the owner was paid once. Each log of the
 * successor stands for one log of the old contract.
 */
export function withoutForwarded(transfers: readonly TokenTransfer[]): readonly TokenTransfer[] {
  if (!transfers.some(({ tokenAddress }) => SUCCESSORS.has(tokenAddress))) return transfers;
  const stated = new Map<string, number>();
  for (const transfer of transfers) {
    const movement = movementOf(transfer.tokenAddress, transfer);
    stated.set(movement, (stated.get(movement) ?? 0) + 1);
  }
  return transfers.filter((transfer) => {
    const successor = SUCCESSORS.get(transfer.tokenAddress);
    if (successor === undefined) return true;
    const movement = movementOf(successor, transfer);
    const left = stated.get(movement) ?? 0;
    if (left > 0) stated.set(movement, left - 1);
    return left === 0;
  });
}
