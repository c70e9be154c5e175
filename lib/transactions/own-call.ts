import type { DecodedTransaction, OperationCall } from '../chains/port/chain.ts';

/** A transaction in which an operation of a smart account takes the place of the bundle that holds the operation. */
export interface OwnCall extends DecodedTransaction {
  /** What the account called besides `toAddress`. */
  readonly furtherCalls?: readonly OperationCall[];
}

/**
 * The transaction as the owner of a smart account made it (ERC-4337): the account called what its operation calls, and
 * the status is that of the operation. For every other wallet, the transaction as it is. Of several operations of one
 * account, those count that succeeded.
 */
export function ownCall(decoded: DecodedTransaction, wallet: string | null): OwnCall {
  const own = (decoded.operations ?? []).filter(({ account }) => account === wallet);
  if (wallet === null || own.length === 0) return decoded;
  const succeeded = own.filter(({ status }) => status === 'success');
  const counted = succeeded.length > 0 ? succeeded : own;
  const calls = counted.flatMap((operation) => operation.calls);
  const [first, ...furtherCalls] = calls;
  return {
    ...decoded,
    status: succeeded.length > 0 ? 'success' : 'failed',
    fromAddress: wallet,
    toAddress: first?.to ?? null,
    kind: calls.length > 0 && calls.every(({ kind }) => kind === 'transfer') ? 'transfer' : 'contract_call',
    methodName: first?.methodName ?? null,
    methodSelector: first?.methodSelector ?? null,
    ...(furtherCalls.length > 0 && { furtherCalls: furtherCalls.slice(0, MOST_FURTHER) }),
  };
}

/** A record names 32 calls in all. */
const MOST_FURTHER = 31;
