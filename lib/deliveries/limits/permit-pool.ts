import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { nullIfConditionFailed, type Update, updateReturning } from '../../platform/table/write.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Answered } from '../answered.ts';
import { shareOf } from '../delivery-queue.ts';
import { DELIVERY_LEASE_SECONDS } from '../delivery-states.ts';
import type { AttemptMessage } from '../schema.ts';
import { CIRCUIT_OPENS_AT, healthUpdate, isCircuitOpen, PERMITS_WHILE_OPEN, type StoredHealth } from './circuit.ts';
import { latelyFull } from './lately-full.ts';
import { type LimitAddress, type QueueName, storedIdOf } from './limit-key.ts';

/** The right to run one attempt, until the release of the permit or the end of its lease. */
export interface Permit {
  /** From 0. */
  readonly number: number;
  /** When the lease ends and which attempt holds it. Empty when no attempt ever held this permit. */
  readonly held: string;
}

/** The state of a limit when its item was last read or written. */
export interface LimitState {
  readonly circuitOpen: boolean;
  /** Set while messages wait. Each message that begins to wait changes the flag. */
  readonly flag: string | null;
}

export interface Acquired extends LimitState {
  readonly kind: 'acquired';
  readonly permit: Permit;
  /** Whether another permit is free. */
  readonly hasRoom: boolean;
}

export type Acquisition =
  | Acquired
  /** Only the retry queue may reach the destination. */
  | { readonly kind: 'circuit-open' }
  /** All permits of the limit, which are all held. */
  | { readonly kind: 'full'; readonly permits: readonly Permit[] };

/** The attempt that asks for a permit. */
export type Holder = Pick<AttemptMessage, 'deliveryId' | 'attempt'>;

const Item = z.looseObject({
  consecutiveFailures: z.number().default(0),
  /** The flag, under its stored name. */
  backlog: z.string().nullable().default(null),
});
type Item = z.output<typeof Item>;
const NEVER_USED = Item.parse({});

/** The item of a limit as stored: a permit is `slot0`, `slot1` and so on. */
type StoredLimit = StoredHealth & { readonly backlog: string } & Readonly<Record<PermitName, string>>;
type PermitName = `slot${number}`;

const keyOf = ({ organisationId, key }: LimitAddress) => keys.receiver(organisationId, storedIdOf(key));
const nameOf = (number: number): PermitName => `slot${number}`;
const stateOf = (item: Item): LimitState => ({ circuitOpen: isCircuitOpen(item), flag: item.backlog });

/**
 * The permits of limits, counted in the table where all invocations see them: who holds a permit, how many attempts
 * failed in a row, whether messages wait. The permit of an attempt that died is free again when its lease ends.
 */
export function permitPool({ table, now }: Pick<Deps, 'table' | 'now'>, size: number) {
  const lately = latelyFull(now);
  /** The item after the change. Null when the condition does not hold. */
  const change = (part: Update<StoredLimit>) => nullIfConditionFailed(updateReturning(table, part, Item));

  const read = async (of: LimitAddress): Promise<Item> => (await getItem(table, keyOf(of), Item)) ?? NEVER_USED;

  const permitsOf = (item: Item): Permit[] =>
    Array.from({ length: isCircuitOpen(item) ? Math.min(PERMITS_WHILE_OPEN, size) : size }, (_, number) => ({
      number,
      held: String(item[nameOf(number)] ?? ''),
    }));

  const acquired = (item: Item, permit: Permit, at: Date): Acquired => ({
    kind: 'acquired',
    permit,
    ...stateOf(item),
    hasRoom: permitsOf(item).some(({ number, held }) => number !== permit.number && held < at.toISOString()),
  });

  return {
    /** Takes a free permit, on condition that it is still free and that the circuit did not open meanwhile. */
    async acquire(of: LimitAddress, { deliveryId, attempt }: Holder, from: QueueName): Promise<Acquisition> {
      let asked: Permit | null = null;
      // An attempt that loses a permit to another attempt reads the item and asks again. In each round, one of the
      // attempts gets a permit.
      for (let round = 0; ; round++) {
        // The first round does not read: most limits have room and a closed circuit.
        const item = round > 0 ? await read(of) : NEVER_USED;
        const at = now();
        const permits = permitsOf(item);
        // The SDK repeats a request whose answer got lost. DynamoDB refuses the repetition although this attempt holds
        // the permit.
        const ours = permits.find(({ number, held }) => number === asked?.number && held === asked.held);
        if (ours) return acquired(item, ours, at);
        const free = permits.filter(({ held }) => held < at.toISOString());
        // Spread by delivery: attempts that met at one permit must not meet at the next permit.
        const number = free[(shareOf(deliveryId) + round) % free.length]?.number;
        if (number === undefined) {
          lately.add(of);
          return { kind: 'full', permits };
        }
        const open = isCircuitOpen(item);
        if (open && from !== 'retries') return { kind: 'circuit-open' };
        const held = `${plusSeconds(at, DELIVERY_LEASE_SECONDS).toISOString()} ${deliveryId} ${attempt}`;
        const name = nameOf(number);
        const isFree = `(attribute_not_exists(#${name}) OR #${name} < :now)`;
        const isClosed = '(attribute_not_exists(#consecutiveFailures) OR #consecutiveFailures < :opens)';
        const when = open ? isFree : `${isFree} AND ${isClosed}`;
        const values = { ':now': at.toISOString(), ...(!open && { ':opens': CIRCUIT_OPENS_AT }) };
        const taken = await change({ update: keyOf(of), set: { [name]: held }, when, values });
        asked = { number, held };
        if (taken !== null) return acquired(taken, asked, at);
      }
    },

    /** Whether this process found the limit full in the last minute. */
    wasFull: lately.has,

    /** Reads the limit without acquiring. `full` lists its permits when all of them are held. */
    async peek(of: LimitAddress): Promise<LimitState & { readonly full: readonly Permit[] | null }> {
      const item = await read(of);
      const permits = permitsOf(item);
      const at = now().toISOString();
      const isFull = permits.every(({ held }) => held >= at);
      if (isFull) lately.add(of);
      return { ...stateOf(item), full: isFull ? permits : null };
    },

    /**
     * Gives the permit back, with the answer of the destination. Null when the attempts say nothing of its health.
     * Changes nothing when the lease has ended and another attempt holds the permit.
     */
    async release(of: LimitAddress, { number, held }: Permit, answered: Answered | null): Promise<LimitState> {
      const name = nameOf(number);
      const health = answered === null ? {} : healthUpdate(answered);
      const given = await change({ update: keyOf(of), ...health, remove: [name], ...ifSame({ [name]: held }, name) });
      // A refused release may be the repetition of a release that took effect. Messages may rely on this invocation's
      // dispatch.
      return stateOf(given ?? (await read(of)));
    },

    /**
     * Marks that messages wait: each holder that releases one of `permits` from now on sees the flag. False when no
     * invocation holds any of `permits`, so that no invocation would see the flag.
     */
    async raiseFlag(of: LimitAddress, deliveryId: string, permits: readonly Permit[]): Promise<boolean> {
      const values = Object.fromEntries(permits.map(({ number, held }) => [`:${nameOf(number)}`, held]));
      const when = permits.map(({ number }) => `#${nameOf(number)} = :${nameOf(number)}`).join(' OR ');
      const backlog = `${now().toISOString()} ${deliveryId}`;
      return (await change({ update: keyOf(of), set: { backlog }, when, values })) !== null;
    },

    /** Clears the flag, unless another message began to wait since the flag was `seen`. */
    async clearFlag(of: LimitAddress, seen: string): Promise<void> {
      await change({ update: keyOf(of), remove: ['backlog'], ...ifSame({ backlog: seen }, 'backlog') });
    },
  };
}

export type PermitPool = ReturnType<typeof permitPool>;
