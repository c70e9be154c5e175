import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { AuthorityChange, Chain } from '../port/chain.ts';
import { patience } from '../port/give-up.ts';
import type { Rpc } from '../port/rpc.ts';
import { aroundBlock, type BlockName } from './around-block.ts';
import { authorizationsIn, type SignedAuthorization } from './authorizations.ts';
import { checksumOf } from './evm-address.ts';
import type { RawTransaction } from './evm-block.ts';
import { CallResult, type EvmLink, Quantity } from './schema.ts';

/** The accounts that signed authorizations (EIP-7702) of transactions, which others may have sent. */
export interface Delegations {
  /** The signers of a transaction, in lower case: also of authorizations that changed nothing. */
  signers(hash: string): readonly string[];
  /**
   * The delegations that a transaction set and cleared, also where it failed: a failure takes none of them back.
   * @param of addresses in lower case: only the changes of these accounts. Without `of`, of all signers.
   * @throws ChainUnavailableError when no node states the accounts.
   */
  changes(hash: string, signal: AbortSignal, of?: ReadonlySet<string>): Promise<AuthorityChange[]>;
  /** What the transaction asks for: `changes` where nothing is known of the accounts. */
  asked(hash: string): AuthorityChange[];
}

/** @param transactions all transactions of the block, because authorizations count one after the other. */
export type DelegationReader = (block: EvmLink, transactions: readonly RawTransaction[]) => Promise<Delegations>;

/** One transaction may have hundreds of signers, all of one tenant. What others signed counts without a check. */
const MOST_CHECKED = 64;
const AT_ONCE = 8;

interface Account {
  readonly nonce: bigint;
  /** The address whose code the account runs; null for an account without code, `OWN_CODE` for a contract. */
  readonly code: string | null;
}
const OWN_CODE = 'own';
const DELEGATED = /^0xef0100([0-9a-f]{40})$/;

/** What a transaction means for one account: the nonce that the account used as its sender, and what it signed. */
interface Turn {
  readonly hash: string;
  readonly sent: bigint | null;
  readonly signed: readonly SignedAuthorization[];
}

/**
 * Tells which authorizations took effect. An authorization counts when it has the nonce of its account at its turn. So
 * the reader compares nonce and code of the account after the parent block with those after the block (four calls for
 * each account), and goes through the transactions of the block between. An authorization that somebody sends again
 * changes nothing, and tells nothing.
 *
 * Where the state cannot be read for two minutes, each possible authorization counts: the account has signed it, and an
 * alert too many does less harm than none.
 */
export function delegationReader(chain: Chain, rpc: Rpc, now?: () => number): DelegationReader {
  const patient = patience(now);

  async function accountAt(address: string, at: BlockName, signal: AbortSignal): Promise<Account> {
    const [nonce, code] = await Promise.all([
      rpc.send('eth_getTransactionCount', [address, at], Quantity, signal),
      rpc.send('eth_getCode', [address, at], CallResult, signal),
    ]);
    const [, delegate] = DELEGATED.exec(code) ?? [];
    return { nonce, code: code === '0x' ? null : delegate === undefined ? OWN_CODE : checksumOf(`0x${delegate}`) };
  }

  return async (block, transactions) => {
    const { byHash, unread } = await authorizationsIn(transactions, chain.chainId);
    if (unread > 0) log.error('block.authorizations_unread', { chain: chain.id, hash: block.hash, unread });
    const authoritiesIn = (hash: string) => [...new Set((byHash.get(hash) ?? []).map(({ authority }) => authority))];

    /** The turns of an account in the block. */
    const turnsOf = (account: string): Turn[] =>
      transactions.flatMap(({ hash, raw }) => {
        const signed = (byHash.get(hash) ?? []).filter(({ authority }) => authority === account);
        const isSender = typeof raw.from === 'string' && raw.from.toLowerCase() === account.toLowerCase();
        const sent = isSender ? (Quantity.safeParse(raw.nonce).data ?? null) : null;
        return sent === null && signed.length === 0 ? [] : [{ hash, sent, signed }];
      });
    const askedBy = (hash: string, account: string) =>
      changesAt(
        account,
        turnsOf(account).filter((turn) => turn.hash === hash),
        null,
      ).get(hash) ?? [];

    async function changesOf(hash: string, account: string, signal: AbortSignal): Promise<AuthorityChange[]> {
      const state = await aroundBlock(rpc, block, (at) => accountAt(account, at, signal), signal);
      return changesAt(account, turnsOf(account), state).get(hash) ?? [];
    }

    return {
      signers: (hash) => authoritiesIn(hash).map((each) => each.toLowerCase()),
      asked: (hash) => authoritiesIn(hash).flatMap((account) => askedBy(hash, account)),
      changes(hash, signal, of) {
        const accounts = authoritiesIn(hash).filter((each) => of === undefined || of.has(each.toLowerCase()));
        const unchecked = accounts.slice(MOST_CHECKED);
        return patient<AuthorityChange[]>(
          `${hash} delegations`,
          signal,
          async () =>
            [
              ...(await mapConcurrent(accounts.slice(0, MOST_CHECKED), AT_ONCE, (each) =>
                changesOf(hash, each, signal),
              )),
              ...unchecked.map((each) => askedBy(hash, each)),
            ].flat(),
          ({ message }) => {
            log.error('authority.delegation_unchecked', { chain: chain.id, hash, reason: message });
            return accounts.flatMap((each) => askedBy(hash, each));
          },
        );
      },
    };
  };
}

type Changes = ReadonlyMap<string, AuthorityChange[]>;

/**
 * The changes of an account by transaction hash.
 * @param state of the account before and after the turns; null when nothing is known.
 */
function changesAt(account: string, turns: readonly Turn[], state: readonly [Account, Account] | null): Changes {
  const [before, after] = state ?? [];
  if (before?.code === OWN_CODE || after?.code === OWN_CODE) return new Map();
  const strict = walked(account, turns, before, (nonce, next) => next === null || nonce === next);
  if (after === undefined || strict.next === after.nonce) return strict.changes;
  // The code of the account has created contracts in between, each with a nonce of the account.
  const { nonce: end } = after;
  return walked(account, turns, before, (nonce, next) => next !== null && nonce >= next && nonce < end).changes;
}

/** Goes through the turns. `counts` compares the nonce of an authorization with the next nonce of the account. */
function walked(
  account: string,
  turns: readonly Turn[],
  before: Account | undefined,
  counts: (nonce: bigint, next: bigint | null) => boolean,
): { changes: Changes; next: bigint | null } {
  const changes = new Map<string, AuthorityChange[]>();
  let next = before?.nonce ?? null;
  let code = before?.code ?? null;
  // An account of which nothing is known may run code.
  let isKnown = before !== undefined;
  for (const { hash, sent, signed } of turns) {
    // A node increases the nonce of the sender before it looks at authorizations.
    if (sent !== null) next = sent + 1n;
    const own: AuthorityChange[] = [];
    for (const { delegate, nonce } of signed) {
      if (!counts(nonce, next)) continue;
      next = nonce + 1n;
      const change = { subject: account, before: code, after: delegate };
      if (delegate !== null) own.push({ kind: 'delegation_set', ...change });
      else if (code !== null || !isKnown) own.push({ kind: 'delegation_cleared', ...change });
      code = delegate;
      isKnown = true;
    }
    changes.set(hash, own);
  }
  return { changes, next };
}
