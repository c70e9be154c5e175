import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CHAIN_IDS } from '../../sdk/index.ts';
import { ChainId } from './api-values.ts';
import { meantBy } from './did-you-mean.ts';

/**
 * Parses the name of a chain. A name like that of a known chain is a mistake. The service judges every other name,
 * because it may know more chains than this program.
 * @throws InvalidArgumentError
 */
export function chainOption(text: string): ChainId {
  const meant = meantBy(text, CHAIN_IDS);
  if (meant !== undefined) throw new InvalidArgumentError(`Did you mean ${meant}?`);
  return ChainId.parse(text);
}
