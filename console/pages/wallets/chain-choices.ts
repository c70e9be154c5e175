import { type components, familyOfTyped } from '../../../sdk/index.ts';

type Chain = Pick<components['schemas']['Chain'], 'id' | 'name' | 'family'>;

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/**
 * The chains of a wallet form: those that fit the address, the watched chains first.
 * @param unwatched the chains of which the service records nothing.
 * @param chosen stay among the choices.
 */
export function chainChoices(
  chains: readonly Chain[],
  unwatched: ReadonlySet<string>,
  address: string,
  chosen: readonly string[],
): readonly Choice[] {
  const family = familyOfTyped(address);
  const fitting = chains.filter(
    (chain) => family === undefined || chain.family === family || chosen.includes(chain.id),
  );
  const choiceOf = ({ id, name }: Chain): Choice => ({
    value: id,
    label: name,
    ...(unwatched.has(id) && { description: 'Chainwatch does not record this chain here' }),
  });
  return [...fitting.filter(({ id }) => !unwatched.has(id)), ...fitting.filter(({ id }) => unwatched.has(id))].map(
    choiceOf,
  );
}
