import type { AuthorityChange } from '../port/chain.ts';
import { type TokenApproval, tokenApprovals } from './approvals.ts';
import { authorityChanges } from './authority.ts';
import { type TokenTransfer, tokenTransfers } from './logs.ts';
import type { EvmReceipt } from './schema.ts';

/** What the logs of a transaction state. All lists are in the order of the logs. */
export interface LogEffects {
  readonly transfers: readonly TokenTransfer[];
  readonly approvals: readonly TokenApproval[];
  readonly authority: readonly AuthorityChange[];
}

const NONE: LogEffects = { transfers: [], approvals: [], authority: [] };

/**
 * The effects that a receipt's logs state. A failed transaction has none, whatever its receipt lists.
 * @param wrapped the contract of the chain's wrapped coin.
 * @param of addresses in lower case: leaves out effects on other addresses. Without `of`, keeps all.
 * @throws Error when a field that the function reads is not hex.
 */
export const logEffects = (
  { status, logs }: EvmReceipt,
  wrapped: string | null,
  of?: ReadonlySet<string>,
): LogEffects =>
  status === 0n
    ? NONE
    : {
        transfers: withoutForwarded(tokenTransfers(logs, wrapped, of)),
        approvals: tokenApprovals(logs, of),
        authority: authorityChanges(logs, of),
      };

/** The contracts of the tokens that the effects name. */
export interface TokensNamed {
  /** The contracts that logged a movement or an approval: first the movements, at last the revocations. */
  readonly logging: readonly string[];
  /** The addresses that Permit2 names as tokens. Anybody can make it name any address. */
  readonly granted: readonly string[];
  readonly revoked: readonly string[];
}

export function tokensIn({ transfers, approvals }: LogEffects): TokensNamed {
  const byPermit2 = approvals.filter(({ standard }) => standard === 'Permit2');
  const own = approvals.filter(({ standard }) => standard !== 'Permit2');
  return {
    logging: [...transfers, ...own.filter(isGranted), ...own.filter(isRevoked)].map(tokenOf),
    granted: byPermit2.filter(isGranted).map(tokenOf),
    revoked: byPermit2.filter(isRevoked).map(tokenOf),
  };
}

const isGranted = ({ approved }: TokenApproval): boolean => approved;
const isRevoked = ({ approved }: TokenApproval): boolean => !approved;
const tokenOf = ({ tokenAddress }: { readonly tokenAddress: string }): string => tokenAddress;

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
