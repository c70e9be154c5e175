import { anyMatchForm } from '../../../chains/any-address.ts';
import { isFungible } from '../../../chains/registry.ts';
import { hasValue, partiesOf } from './parties.ts';
import type { Evaluated, Term } from './rule-type.ts';

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

function addTerms(terms: Set<Term>, transfer: Evaluated['transfers'][number]): void {
  if (!hasValue(transfer)) return;
  const { asset, tokenAddress, standard, direction, valueUsd, valuePending } = transfer;
  terms.add('transfer').add(`transfer ${direction}`).add(`symbol ${asset.toLowerCase()}`);
  if (valueUsd !== null || valuePending) terms.add('priced').add(`priced ${direction}`);
  if (tokenAddress !== null) terms.add(`token ${anyMatchForm(tokenAddress)}`);
  if (!isFungible(standard)) terms.add('nft');
}
