import * as z from 'zod';
import * as families from './families.ts';
import { type Chain as AnyChain, NATIVE } from './port/chain.ts';
import type { ChainFamily } from './port/family.ts';

export type Family = keyof typeof families;
export type ChainId = { [F in Family]: keyof (typeof families)[F]['chains'] }[Family];

/** A chain as data. */
export interface Chain extends AnyChain {
  readonly id: ChainId;
  readonly family: Family;
}

/** The families by name. The exports of a module are in alphabetical order. */
const registered: Readonly<Record<Family, ChainFamily>> = families;

/** `Object.keys` types keys as text, although the type of the object names them. */
const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>) => Object.keys(record) as [K, ...K[]];

export const familyNames = keysOf<Family>(registered);
export const allFamilies: readonly ChainFamily[] = familyNames.map((name) => registered[name]);
export const familyOf = (name: Family): ChainFamily => registered[name];

/** The chains of a family: those on which an address means the same owner. */
export const familyChains = (family: Family): readonly ChainId[] => keysOf<ChainId>(registered[family].chains);

export const ChainId = z.enum(
  keysOf<ChainId>(Object.fromEntries(allFamilies.flatMap(({ chains }) => Object.entries(chains)))),
);

const byId = new Map<string, Chain>(
  familyNames.flatMap((family) => {
    const entries = Object.entries(registered[family].chains);
    return entries.map(([id, entry]) => [id, { ...entry, id: ChainId.parse(id), family }] as const);
  }),
);

/** Every chain id, in the order of `GET /api/chains`. */
export const chainIds: readonly ChainId[] = ChainId.options;

/** @throws Error for an id that is not in the registry. */
export function chainOf(id: string): Chain {
  const chain = byId.get(id);
  if (chain === undefined) throw new Error(`there is no chain ${id}`);
  return chain;
}

const fungible: ReadonlySet<string> = new Set([
  NATIVE,
  ...allFamilies.flatMap(({ standards }) => Object.keys(standards).filter((name) => standards[name]?.fungible)),
]);

/** Whether the units of an asset of this standard are alike, so that an amount of the asset has a price. */
export const isFungible = (standard: string): boolean => fungible.has(standard);
