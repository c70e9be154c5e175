import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import { patience } from '../port/give-up.ts';
import { type CallLimits, type Rpc, TRANSACTION } from '../port/rpc.ts';
import { budgetOf } from '../port/token-infos.ts';
import { AccountData, hasFailed, SolanaTransaction } from './schema.ts';
import type { ChangesKept } from './solana-authority.ts';
import { isConfigTransaction, SQUADS } from './squads.ts';
import { changesInAccount } from './squads-steps.ts';
import { vaultOf } from './squads-vaults.ts';
import type { MultisigChange, Proposal } from './step.ts';
import { stepOf } from './steps.ts';
import { allCalls, keysOf, outerCalls } from './transaction-message.ts';

/**
 * The members of a multisig of Squads agree on changes that an account keeps. The transaction that makes the changes
 * names only this account. Nothing changes the account afterwards, but anybody may close it; then the first transaction
 * that names it states what it kept.
 */

/** A program cannot make a longer account in one go. */
const LONGEST = 10_240;
const CONFIRMED = { commitment: 'confirmed' } as const;
const SLICE = { ...CONFIRMED, encoding: 'base64', dataSlice: { offset: 0, length: LONGEST } } as const;
const ASKED = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
/** Anybody can name the account in transactions, with long memos. */
const LIMITS: CallLimits = { stranger: 'outcome' };
const OF_TRANSACTION: CallLimits = { ...TRANSACTION, stranger: 'outcome' };
/** No transaction has more instructions. An answer about this many accounts has less than 1 MB. */
const MOST_READ = 64;
/** The closed accounts whose first transaction is read. Each may take `FIRST` calls and one more. */
const MOST_CLOSED = 8;
const AT_ONCE = 8;
/** The transactions that may name an account. A longer list may lack its first transactions. */
const MOST_NAMING = 1_000;
/** Anybody can name the account before it exists, so that the first transaction is not the one that made it. */
const FIRST = 3;
/**
 * Proposals that are read within ten seconds, for all transactions: each costs at most `FIRST` calls and two more.
 * Somebody can watch multisigs of their own and make them execute proposals at will. Beyond the budget, the changes of
 * an execution are unknown, and a rule for changes of authority still fires.
 */
const BUDGET = 20;

/**
 * Decodes a transaction, together with the changes of multisigs that it executes and does not state.
 * @param of the addresses whose changes are read: multisigs and vaults. Without `of`, of all.
 * @param isLookup whether the changes stay unknown when no node answers. Otherwise this throws ChainUnavailableError,
 *   for at most two minutes.
 */
export type WithKeptChanges = <T>(
  decode: (keptChanges?: ChangesKept) => T,
  signal: AbortSignal,
  of?: ReadonlySet<string>,
  isLookup?: boolean,
) => Promise<T>;

type Kept = ReadonlyMap<string, readonly MultisigChange[]>;

export function keptChangesReader(chain: string, rpc: Rpc, now?: () => number): WithKeptChanges {
  const patient = patience(now, { isShared: true });
  const mayRead = budgetOf(BUDGET, now);

  async function read(proposals: readonly Proposal[], signal: AbortSignal): Promise<Kept> {
    const Answer = AccountData.refine(({ value }) => value.length === proposals.length, 'are other accounts');
    const accounts = proposals.map(({ account }) => account);
    const { value } = await rpc.send('getMultipleAccounts', [accounts, SLICE], Answer, signal, LIMITS);
    const kept = new Map<string, readonly MultisigChange[]>();
    for (const [n, { multisig, account }] of proposals.entries()) {
      const found = value[n];
      if (!found || found.owner !== SQUADS || !isConfigTransaction(found.data)) continue;
      const changes = changesInAccount(multisig, found.data);
      if (changes !== null) kept.set(account, changes);
    }
    const closed = proposals.filter(({ account }) => !kept.has(account)).slice(0, MOST_CLOSED);
    await mapConcurrent(closed, AT_ONCE, async (proposal) => {
      const changes = await proposedChanges(rpc, proposal, signal);
      if (changes !== null) kept.set(proposal.account, changes);
    });
    return kept;
  }

  return async (decode, signal, of, isLookup = false) => {
    const wanted = new Map<string, Proposal>();
    const decoded = decode((proposal) => {
      const { multisig, account } = proposal;
      if (of === undefined || of.has(multisig) || of.has(vaultOf(multisig))) wanted.set(account, proposal);
      return null;
    });
    const proposals = [...wanted.values()].slice(0, MOST_READ).filter(() => isLookup || mayRead());
    if (proposals.length === 0) return decoded;
    const accounts = proposals.map(({ account }) => account);
    const givenUp = ({ message }: ChainUnavailableError): Kept => {
      log.error('authority.unread', { what: 'proposal', chain, accounts, reason: message });
      return new Map();
    };
    const kept = await patient<Kept>(accounts.join(), signal, () => read(proposals, signal), givenUp).catch(
      (error: unknown) => {
        if (!isLookup || !(error instanceof ChainUnavailableError) || signal.aborted) throw error;
        return new Map<string, never>();
      },
    );
    return decode(({ account }) => kept.get(account) ?? null);
  };
}

const Naming = z.array(z.object({ signature: z.string(), err: z.unknown() })).max(MOST_NAMING);

/** The changes that the transaction stated which made the account; null when it is not among the first. */
async function proposedChanges(
  rpc: Rpc,
  proposal: Proposal,
  signal: AbortSignal,
): Promise<readonly MultisigChange[] | null> {
  const asked = [proposal.account, { ...CONFIRMED, limit: MOST_NAMING }];
  const naming = await rpc.send('getSignaturesForAddress', asked, Naming, signal, LIMITS);
  const first = naming.length === MOST_NAMING ? [] : naming.filter((each) => !hasFailed(each)).slice(-FIRST);
  for (const { signature } of first.toReversed()) {
    const Made = SolanaTransaction.refine(({ transaction }) => transaction.signatures[0] === signature, 'is another')
      .transform((made) => changesMadeIn(made, proposal))
      .nullable();
    const changes = await rpc.send('getTransaction', [signature, ASKED], Made, signal, OF_TRANSACTION);
    if (changes !== null) return changes;
  }
  return null;
}

/** @throws Error when addresses and instructions contradict each other. */
function changesMadeIn(
  { transaction, meta }: SolanaTransaction,
  { multisig, account }: Proposal,
): readonly MultisigChange[] | null {
  if (hasFailed(meta)) return null;
  const keys = keysOf(transaction, meta);
  for (const step of allCalls(outerCalls(transaction, keys), meta, keys).map(stepOf)) {
    if (step?.does !== 'proposeChanges') continue;
    if (step.account === account && step.multisig === multisig) return step.changes;
  }
  return null;
}
