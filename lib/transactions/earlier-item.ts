import * as z from 'zod';
import { type Detail, NATIVE, type Origin } from '../chains/port/chain.ts';
import { ChainId, chainOf, familyOf } from '../chains/registry.ts';

const Earlier = z.looseObject({
  chain: z.string(),
  detail: z.unknown().optional(),
  transfers: z.array(z.looseObject({ standard: z.unknown(), origin: z.unknown().optional() })),
});

/**
 * Adds the fields that records lack which an earlier version stored, before the service followed calls inside
 * transactions. Leaves other values as they are, so that the schema of the record refuses them.
 */
export function withAddedFields(item: unknown): unknown {
  // Most records have all fields, and zod would copy them.
  if (typeof item === 'object' && item !== null && 'detail' in item && item.detail !== undefined) return item;
  const { data } = Earlier.safeParse(item);
  if (data === undefined) return item;
  const { chain, transfers } = data;
  const hasCalls = familyHasCalls(chain);
  const origin = (standard: unknown): Origin => (hasCalls && standard !== NATIVE ? 'log' : 'value');
  const detail: Detail = hasCalls ? 'logs' : 'full';
  return {
    approvals: [],
    authority: [],
    ...data,
    detail,
    transfers: transfers.map((transfer) => ({ origin: origin(transfer.standard), ...transfer })),
  };
}

/** Whether transactions of the chain move value in calls that their logs do not state. */
function familyHasCalls(chain: string): boolean {
  const known = ChainId.safeParse(chain);
  return known.success && familyOf(chainOf(known.data).family).hasInnerCalls;
}
