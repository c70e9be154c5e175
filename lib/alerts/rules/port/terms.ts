import { anyMatchForm } from '../../../chains/any-address.ts';
import { isFungible } from '../../../chains/registry.ts';
import { isZero } from '../../../values/decimal.ts';
import { memoOf } from '../../../values/memo.ts';
import type { Evaluated, Term } from './rule-type.ts';

type Transfer = Evaluated['transfers'][number];

/**
 * Whether a transfer moves value. Token transfers without value cost an attacker nothing, and attackers send them to
 * poison address histories.
 */
export const hasValue = ({ amount, tokenAddress }: Transfer): boolean => tokenAddress === null || !isZero(amount);

/** Every address that takes part in a transaction, once in each spelling, with its match form. */
export const partiesOf = memoOf(
  ({ fromAddress, toAddress, sender, called, furtherCalls = [], transfers }: Evaluated) => {
    const ends = transfers.flatMap(({ from, to, senders = [] }) => [from, to, ...senders]);
    const parties = new Set(
      [fromAddress, toAddress, sender, called, ...furtherCalls.map(({ to }) => to), ...ends].filter(
        (party) => party !== null,
      ),
    );
    return [...parties].map((address) => ({ address, form: anyMatchForm(address) }));
  },
);

/** The terms of a transaction. */
export function termsOf(transaction: Evaluated): ReadonlySet<Term> {
  const { txType, gasPriceGwei, transfers, approvals, authority } = transaction;
  const terms = new Set<Term>([`type ${txType}`]);
  for (const { methodName, methodSelector } of [transaction, ...(transaction.furtherCalls ?? [])]) {
    if (methodName !== null) terms.add('method').add(`method ${methodName}`);
    if (methodSelector !== null) terms.add('method').add(`selector ${methodSelector}`);
  }
  if (gasPriceGwei !== null) terms.add('gas');
  if (approvals.length > 0) terms.add('approval');
  for (const { kind } of authority) terms.add('authority').add(`authority ${kind}`);
  for (const { form } of partiesOf(transaction)) terms.add(`address ${form}`);
  for (const transfer of transfers) addTerms(terms, transfer);
  return terms;
}

function addTerms(terms: Set<Term>, transfer: Transfer): void {
  if (!hasValue(transfer)) return;
  const { asset, tokenAddress, standard, direction, valueUsd, valuePending } = transfer;
  terms.add('transfer').add(`transfer ${direction}`).add(`symbol ${asset.toLowerCase()}`);
  if (valueUsd !== null || valuePending) terms.add('priced').add(`priced ${direction}`);
  if (tokenAddress !== null) terms.add(`token ${anyMatchForm(tokenAddress)}`);
  if (!isFungible(standard)) terms.add('nft');
}
