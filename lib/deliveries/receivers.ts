import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/table.ts';
import { conditionFailed, type Update, write } from '../table/write.ts';
import { epochSeconds, plusSeconds } from '../time.ts';
import { type Busy, shareOf } from './deferral.ts';
import { LEASE_SECONDS } from './repo.ts';
import type { AttemptMessage } from './schema.ts';

/** A receiver with so many failures in a row is served from the retry queue alone, and by few attempts at a time. */
export const FAILING = 5;
/** Enough to find out that it is mended, beside one attempt that died and keeps its slot for as long as the lease. */
const SLOTS_OF_FAILING = 2;

/** An attempt older than this is of a receiver for which it is not worth to wait. */
const QUICK_MS = 300;
const LOOK_AGAIN_MS = 50;
const MOST_LOOKS = 100;

/** One that is not used any more is forgotten. */
const FORGOTTEN_AFTER_SECONDS = 30 * 24 * 3600;

/** One of the attempts that a receiver may have under way, until it is given back or the lease ends. */
export interface Slot {
  readonly name: string;
  /** When the lease ends, and whose it is. */
  readonly held: string;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly slot: Slot }
  /** To be served from the retry queue. */
  | { readonly kind: 'failing' }
  | ({ readonly kind: 'busy' } & Busy);

/** How the receiver answered an attempt. */
export interface Answered {
  readonly ok: boolean;
  readonly error: string | null;
  readonly at: Date;
  /** For who looks at the item: its key does not tell. */
  readonly host: string;
}

const Receiver = z.looseObject({ consecutiveFailures: z.number().default(0) });

/**
 * Receivers, as organisations use them: how many attempts are under way and how many failed in a row. Slots are counted
 * where all attempts see them; one whose attempt died is free when the lease ends.
 */
export function receiverRepo({ table, now }: Pick<Deps, 'table' | 'now'>, attemptsPerReceiver: number) {
  /** False when another attempt took the slot. */
  async function change(part: Update): Promise<boolean> {
    try {
      await write(table, part);
      return true;
    } catch (error) {
      if (conditionFailed(error) === null) throw error;
      return false;
    }
  }

  return {
    /**
     * Takes a slot for an attempt. At a receiver that answers quickly it waits for one, as putting the message back would
     * take longer.
     */
    async admit(message: AttemptMessage, fromRetries: boolean): Promise<Admission> {
      const { organisationId: o, deliveryId, attempt, receiver: id } = message;
      for (let look = 1; ; look++) {
        const receiver = (await getItem(table, keys.receiver(o, id), Receiver)) ?? Receiver.parse({});
        const failing = receiver.consecutiveFailures >= FAILING;
        if (failing && !fromRetries) return { kind: 'failing' };
        const at = now();
        const slots = slotsOf(
          receiver,
          failing ? Math.min(SLOTS_OF_FAILING, attemptsPerReceiver) : attemptsPerReceiver,
        );
        const free = slots.filter(({ held }) => held < at.toISOString());
        // Not all the same one: those that met at one slot would meet at the next.
        const name = free[(shareOf(deliveryId) + look) % free.length]?.name;
        if (name !== undefined) {
          const held = `${plusSeconds(at, LEASE_SECONDS).toISOString()} ${deliveryId} ${attempt}`;
          const values = { ':now': at.toISOString() };
          const when = `attribute_not_exists(#${name}) OR #${name} < :now`;
          if (await change({ update: keys.receiver(o, id), set: { [name]: held }, when, values })) {
            return { kind: 'admitted', slot: { name, held } };
          }
        }
        const oldestMs = Math.max(0, ...slots.map(({ held }) => ageMs(held, at)));
        if (look === MOST_LOOKS || oldestMs > QUICK_MS) {
          return { kind: 'busy', seconds: oldestMs / 1000 };
        }
        if (name === undefined) await sleep(LOOK_AGAIN_MS);
      }
    },

    /** Gives a slot back, with what its attempt told of the receiver; nothing when it told nothing. */
    async release(message: AttemptMessage, { name, held }: Slot, answered: Answered | null): Promise<void> {
      const { organisationId: o, receiver: id } = message;
      const told = answered === null ? {} : health(answered);
      const when = `#${name} = :held`;
      const values = { ':held': held };
      await change({ update: keys.receiver(o, id), ...told, remove: [name], when, values });
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
  Array.from({ length: count }, (_, n) => ({ name: `slot${n}`, held: String(receiver[`slot${n}`] ?? '') }));

const ageMs = (held: string, at: Date): number =>
  held === '' ? 0 : at.getTime() - Date.parse(held.slice(0, held.indexOf(' '))) + LEASE_SECONDS * 1000;
