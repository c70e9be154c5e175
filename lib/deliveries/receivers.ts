import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/table.ts';
import { orNull, type Update, updateReturning } from '../table/write.ts';
import { epochSeconds, plusSeconds } from '../time.ts';
import { LEASE_SECONDS } from './repo.ts';
import type { AttemptMessage } from './schema.ts';

/** A receiver with so many failures in a row is served from the retry queue alone, and by few attempts at a time. */
export const FAILING = 5;
/** Enough to find out that it is mended, beside one attempt that died and keeps its slot for as long as the lease. */
const SLOTS_OF_FAILING = 2;

/** One that is not used any more is forgotten. */
const FORGOTTEN_AFTER_SECONDS = 30 * 24 * 3600;

/** One of the attempts that a receiver may have under way, until it is given back or the lease ends. */
export interface Slot {
  /** From 0. */
  readonly number: number;
  /** When the lease ends, and whose it is; empty when it was never held. */
  readonly held: string;
}

export interface Admitted {
  readonly kind: 'admitted';
  readonly slot: Slot;
  /** As of a `Receiver`. */
  readonly backlog: string | null;
}

export type Admission =
  | Admitted
  /** To be served from the retry queue. */
  | { readonly kind: 'failing' }
  /** All slots are held, by these. */
  | { readonly kind: 'busy'; readonly slots: readonly Slot[] };

/** How the receiver answered an attempt. */
export interface Answered {
  readonly ok: boolean;
  readonly error: string | null;
  readonly at: Date;
  /** For who looks at the item: its key does not tell. */
  readonly host: string;
}

/** A receiver as it is when a slot was given back. */
export interface Receiver {
  readonly failing: boolean;
  /** Set when deliveries wait for it: changes with each that begin to. */
  readonly backlog: string | null;
}

const Item = z.looseObject({
  consecutiveFailures: z.number().default(0),
  backlog: z.string().nullable().default(null),
});
const NEVER_USED = Item.parse({});
const isFailing = ({ consecutiveFailures }: z.output<typeof Item>): boolean => consecutiveFailures >= FAILING;

type Of = Pick<AttemptMessage, 'organisationId' | 'receiver'>;
const keyOf = ({ organisationId, receiver }: Of) => keys.receiver(organisationId, receiver);

/**
 * Receivers, as organisations use them: how many attempts are under way, how many failed in a row, whether deliveries wait.
 * Slots are counted where all attempts see them; one whose attempt died is free when the lease ends.
 */
export function receiverRepo({ table, now }: Pick<Deps, 'table' | 'now'>, attemptsPerReceiver: number) {
  /** The item as it then is; null when the condition does not hold. */
  async function change(part: Update) {
    return orNull(updateReturning(table, part, Item));
  }

  return {
    /** Takes a slot for an attempt. */
    async admit(message: AttemptMessage, fromRetries: boolean): Promise<Admission> {
      // One that loses a slot to another looks again: each round somebody gets one.
      for (let round = 0; ; round++) {
        const receiver = (await getItem(table, keyOf(message), Item)) ?? NEVER_USED;
        const failing = isFailing(receiver);
        const at = now();
        const slots = slotsOf(
          receiver,
          failing ? Math.min(SLOTS_OF_FAILING, attemptsPerReceiver) : attemptsPerReceiver,
        );
        const free = slots.filter(({ held }) => held < at.toISOString());
        // Not all the same one: those that met at one slot would meet at the next.
        const number = free[(shareOf(message.deliveryId) + round) % free.length]?.number;
        if (number === undefined) return { kind: 'busy', slots };
        if (failing && !fromRetries) return { kind: 'failing' };
        const held = `${plusSeconds(at, LEASE_SECONDS).toISOString()} ${message.deliveryId} ${message.attempt}`;
        const values = { ':now': at.toISOString() };
        const name = nameOf(number);
        const when = `attribute_not_exists(#${name}) OR #${name} < :now`;
        const taken = await change({ update: keyOf(message), set: { [name]: held }, when, values });
        if (taken !== null) return { kind: 'admitted', slot: { number, held }, backlog: taken.backlog };
      }
    },

    /**
     * Gives a slot back, with what its attempt told of the receiver; nothing when it told nothing. Null when the lease has
     * ended and another attempt has the slot.
     */
    async release(
      message: AttemptMessage,
      { number, held }: Slot,
      answered: Answered | null,
    ): Promise<Receiver | null> {
      const name = nameOf(number);
      const told = answered === null ? {} : health(answered);
      const values = { ':held': held };
      const after = await change({ update: keyOf(message), ...told, remove: [name], when: `#${name} = :held`, values });
      return after && { failing: isFailing(after), backlog: after.backlog };
    },

    /**
     * Tells those who hold these slots that deliveries wait: whoever gives one back from now on learns it. False when none
     * of them is held any more, and nobody would.
     */
    async announce(message: AttemptMessage, slots: readonly Slot[]): Promise<boolean> {
      const values = Object.fromEntries(slots.map(({ number, held }) => [`:${nameOf(number)}`, held]));
      const when = slots.map(({ number }) => `#${nameOf(number)} = :${nameOf(number)}`).join(' OR ');
      const backlog = `${now().toISOString()} ${message.deliveryId}`;
      return (await change({ update: keyOf(message), set: { backlog }, when, values })) !== null;
    },

    /** Notes that none wait, unless others began to since. */
    async settle(of: Of, seen: string): Promise<void> {
      await change({ update: keyOf(of), remove: ['backlog'], when: '#backlog = :seen', values: { ':seen': seen } });
    },
  };
}

export type ReceiverRepo = ReturnType<typeof receiverRepo>;

function health({ ok, error, at, host }: Answered): Pick<Update, 'set' | 'add'> {
  const common = { host, ttl: epochSeconds(plusSeconds(at, FORGOTTEN_AFTER_SECONDS)) };
  if (ok) return { set: { ...common, consecutiveFailures: 0, lastSuccessAt: at.toISOString() } };
  return { set: { ...common, lastFailureAt: at.toISOString(), lastError: error }, add: { consecutiveFailures: 1 } };
}

/** A slot that was never held is free since ever. */
const slotsOf = (receiver: Record<string, unknown>, count: number): Slot[] =>
  Array.from({ length: count }, (_, number) => ({ number, held: String(receiver[nameOf(number)] ?? '') }));

const nameOf = (number: number): string => `slot${number}`;

/** Ids are uniform, so their first digits spread evenly. */
const shareOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(0, 4), 16);
