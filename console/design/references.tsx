import type { components } from '../../sdk/index.ts';
import { labelOf } from './field-label.ts';
import { Foreign } from './foreign.tsx';
import { Copy } from './hash.tsx';

type Transaction = components['schemas']['Transaction'];
type Stated = Pick<Transaction, 'destinationTag' | 'references'>;

/**
 * What the payer says about the payment, as pairs of a label and a value.
 * @param family of the chain. On the XRP Ledger, a missing tag may be why a payment cannot be credited.
 */
export const referencePairs = ({ destinationTag, references }: Stated, family: string | undefined) => [
  ...(destinationTag === null && family !== 'xrp'
    ? []
    : [{ label: 'Destination tag', value: destinationTag ?? 'None' }]),
  ...references.map((each) => ({ label: labelOf(each.kind), value: <Referred {...each} /> })),
];

/** Written by the payer, who may be anybody. */
function Referred({ value, encoding, truncated }: Transaction['references'][number]) {
  return (
    <>
      <Foreign text={truncated ? `${value}…` : value} most={257} /> <Copy text={value} what="reference" />
      {encoding === 'hex' ? ' (hex)' : null}
    </>
  );
}
