import type { Channel } from '../port/channel.ts';
import type { StoredDestination } from '../port/destination.ts';

/** The e-mail addresses that destinations name. */
export const addressesOf = (
  { all }: { readonly all: readonly Channel[] },
  destinations: readonly StoredDestination[],
): string[] =>
  destinations.flatMap(({ kind, config }) => {
    const field = all.find((channel) => channel.kind === kind)?.destination?.mailAddress;
    return field === undefined ? [] : (config[field] ?? []);
  });
