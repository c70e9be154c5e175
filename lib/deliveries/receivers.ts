import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { nullIfConditionFailed, type Update, updateReturning } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { shareOf } from './delivery-queue.ts';
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

export interface Admitted extends Receiver {
  readonly kind: 'admitted';
  readonly slot: Slot;
  /** Whether there is room for another attempt besides. */
  readonly room: boolean;
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
  /** An attempt before it in the same slot succeeded, of which nothing else is told. */
  readonly afterSuccess?: boolean;
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
    return nullIfConditionFailed(updateReturning(table, part, Item));
  }

  /** A slot that was never held is free since ever. */
  const slotsOf = (item: z.output<typeof Item>): Slot[] =>
    Array.from(
      { length: isFailing(item) ? Math.min(SLOTS_OF_FAILING, attemptsPerReceiver) : attemptsPerReceiver },
      (_, number) => ({ number, held: String(item[nameOf(number)] ?? '') }),
    );

  const admitted = (item: z.output<typeof Item>, slot: Slot, at: Date): Admitted => ({
    kind: 'admitted',
    slot,
    failing: isFailing(item),
    backlog: item.backlog,
    room: slotsOf(item).some(({ number, held }) => number !== slot.number && held < at.toISOString()),
  });

  return {
    /** Takes a slot for an attempt. */
    async admit(message: AttemptMessage, fromRetries: boolean): Promise<Admission> {
      let asked: Slot | null = null;
      // One that loses a slot to another looks again: each round somebody gets one.
      for (let round = 0; ; round++) {
        // At first without looking: most receivers have room and do not fail.
        const receiver = (round > 0 && (await getItem(table, keyOf(message), Item))) || NEVER_USED;
        const failing = isFailing(receiver);
        const at = now();
        const slots = slotsOf(receiver);
        // Denied, it may be ours all the same: should an answer get lost, the SDK asks again.
        const ours = slots.find(({ number, held }) => number === asked?.number && held === asked.held);
        if (ours) return admitted(receiver, ours, at);
        const free = slots.filter(({ held }) => held < at.toISOString());
        // Not all the same one: those that met at one slot would meet at the next.
        const number = free[(shareOf(message.deliveryId) + round) % free.length]?.number;
        if (number === undefined) return { kind: 'busy', slots };
        if (failing && !fromRetries) return { kind: 'failing' };
        const held = `${plusSeconds(at, LEASE_SECONDS).toISOString()} ${message.deliveryId} ${message.attempt}`;
        const name = nameOf(number);
        const isFree = `(attribute_not_exists(#${name}) OR #${name} < :now)`;
        const isSound = '(attribute_not_exists(#consecutiveFailures) OR #consecutiveFailures < :failing)';
        const when = failing ? isFree : `${isFree} AND ${isSound}`;
        const values = { ':now': at.toISOString(), ...(!failing && { ':failing': FAILING }) };
        const taken = await change({ update: keyOf(message), set: { [name]: held }, when, values });
        asked = { number, held };
        if (taken !== null) return admitted(taken, asked, at);
      }
    },

    /** How it is, with its slots when all of them are held. */
    async look(message: AttemptMessage): Promise<Receiver & { readonly full: readonly Slot[] | null }> {
      const item = (await getItem(table, keyOf(message), Item)) ?? NEVER_USED;
      const slots = slotsOf(item);
      const at = now().toISOString();
      const full = slots.some(({ held }) => held < at) ? null : slots;
      return { failing: isFailing(item), backlog: item.backlog, full };
    },

    /**
     * Gives a slot back, with what its attempts told of the receiver; nothing when they told nothing. Changes nothing when
     * the lease has ended and another attempt has the slot.
     */
    async release(message: AttemptMessage, { number, held }: Slot, answered: Answered | null): Promise<Receiver> {
      const name = nameOf(number);
      const told = answered === null ? {} : health(answered);
      const values = { ':held': held };
      const given = await change({ update: keyOf(message), ...told, remove: [name], when: `#${name} = :held`, values });
      // It may have been given back all the same, the answer lost and the SDK asking again: others may count on us.
      const after = given ?? (await getItem(table, keyOf(message), Item)) ?? NEVER_USED;
      return { failing: isFailing(after), backlog: after.backlog };
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

function health({ ok, afterSuccess, error, at, host }: Answered): Pick<Update, 'set' | 'add'> {
  const common = { host, ttl: epochSeconds(plusSeconds(at, FORGOTTEN_AFTER_SECONDS)) };
  if (ok) return { set: { ...common, consecutiveFailures: 0, lastSuccessAt: at.toISOString() } };
  const failed = { ...common, lastFailureAt: at.toISOString(), lastError: error };
  return afterSuccess
    ? { set: { ...failed, consecutiveFailures: 1 } }
    : { set: failed, add: { consecutiveFailures: 1 } };
}

const nameOf = (number: number): string => `slot${number}`;
