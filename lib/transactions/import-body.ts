import { addressFault, parseAddress } from '../chains/address.ts';
import { type ChainId, chainOf, familyOf } from '../chains/registry.ts';
import { ifValid, reporting } from '../values/dependent-checks.ts';
import { invalidField } from '../values/errors.ts';
import { ImportTransaction } from './schema.ts';
import { hashesOf } from './transaction-hash.ts';

/**
 * The body with hash and addresses in their canonical form.
 * @throws ApiError `validation_failed` when hash, addresses and chain do not belong together.
 */
export function canonical(body: ImportTransaction): ImportTransaction {
  return {
    ...body,
    hash: hashesOf(body.hash, body.chain)[0].hash,
    fromAddress: canonicalAddress('fromAddress', body.fromAddress, body.chain),
    toAddress: body.toAddress ? canonicalAddress('toAddress', body.toAddress, body.chain) : null,
  };
}

function canonicalAddress(field: 'fromAddress' | 'toAddress', text: string, chain: ChainId): string {
  const parsed = parseAddress(chain, text);
  if (parsed === null) {
    const { family } = chainOf(chain);
    throw invalidField(field, addressFault([familyOf(family)], text, `is not an address of ${chain}`));
  }
  return parsed.address;
}

/**
 * The body with checks of the hash and the addresses against the chain, each as soon as its fields are valid. The row
 * of the endpoint has the body without these checks: all bundles of the resource would carry the address formats.
 */
export const ImportBody = ImportTransaction.superRefine(
  reporting(({ hash }) => hashesOf(hash)),
  { when: ifValid('hash') },
)
  .superRefine(
    reporting(({ hash, chain }) => hashesOf(hash, chain)),
    { when: ifValid('hash', 'chain') },
  )
  .superRefine(
    reporting(({ fromAddress, chain }) => canonicalAddress('fromAddress', fromAddress, chain)),
    { when: ifValid('fromAddress', 'chain') },
  )
  .superRefine(
    reporting(({ toAddress, chain }) => toAddress && canonicalAddress('toAddress', toAddress, chain)),
    { when: ifValid('toAddress', 'chain') },
  );
