import type { AuthorityChange } from '../port/chain.ts';
import { type TokenApproval, tokenApprovals } from './approvals.ts';
import { authorityChanges } from './authority.ts';
import { withoutForwarded } from './forwarded-tokens.ts';
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
