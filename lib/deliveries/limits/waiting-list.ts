import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { due } from '../../platform/table/due-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { queryPrefix } from '../../platform/table/table.ts';
import { conditionHeld, tryTransact, type Update, type Write, write } from '../../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import { awaits } from '../delivery-states.ts';
import { AttemptMessage, type StoredDelivery } from '../schema.ts';
import { type LimitAddress, storedIdOf } from './limit-key.ts';

/**
 * After a time within these bounds, handover queues a parked message that no invocation dispatched, or whose dispatch
 * got lost. Within the bounds, the time is the age of the delivery. A fixed ten minutes would let one slow destination
 * fill every run of handover.
 */
export const FORGOTTEN_SECONDS = { least: 600, most: 3600 };
/**
 * Handover queues messages that still wait, which parks them again. So older entries belong to deliveries that have
 * ended.
 */
const EXPIRES_SECONDS = 24 * 3600;

const Parked = z.object({ message: AttemptMessage });

/** Messages that wait for a permit of a limit, the oldest delivery first. */
export function waitingList({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const keyOf = ({ organisationId, key }: LimitAddress, { createdAt, deliveryId }: AttemptMessage) =>
    keys.waiting(organisationId, storedIdOf(key), createdAt, deliveryId);

  /** False when the message is gone, or was replaced by the message of another attempt. */
  async function remove(of: LimitAddress, message: AttemptMessage): Promise<boolean> {
    return conditionHeld(write(table, { delete: keyOf(of, message), ...ifSame({ message }, 'message') }));
  }

  return {
    /**
     * Parks messages (at most 10) without using up an attempt. Leaves out messages that are duplicates.
     * @returns whether any message waits.
     */
    async park(of: LimitAddress, messages: readonly AttemptMessage[]): Promise<boolean> {
      const at = now();
      const ttl = epochSeconds(plusSeconds(at, EXPIRES_SECONDS));
      const entry = (message: AttemptMessage): Write[] => [
        { put: { ...keyOf(of, message), message: { ...message, calledUp: undefined }, ttl } },
        {
          update: keys.delivery(message.organisationId, message.deliveryId),
          // Without this due entry, handover takes the message for lost and queues another message each minute.
          set: due.entry(
            'DELIVERY',
            message.organisationId,
            message.deliveryId,
            forgottenAt(message, at).toISOString(),
          ),
          ...awaits(message, at, 'park'),
        } satisfies Update<StoredDelivery>,
      ];
      let left = latestOfEach(messages);
      while (left.length > 0) {
        const entries = Object.fromEntries(left.map((message) => [message.deliveryId, entry(message)]));
        const refusal = await tryTransact(table, entries);
        if (refusal === null) return true;
        left = left.filter(({ deliveryId }) => !refusal.failed.includes(deliveryId));
      }
      return false;
    },

    /**
     * Takes out the oldest message. Null when no message waits.
     * @param skip how many older messages to leave to other invocations: concurrent invocations must not all try for
     *   the same message.
     */
    async take(of: LimitAddress, skip = 0): Promise<AttemptMessage | null> {
      const id = storedIdOf(of.key);
      const { pk } = keys.receiver(of.organisationId, id);
      for (;;) {
        const first = await queryPrefix(table, pk, prefixes.backlog(id), Parked, { limit: skip + 1 });
        const message = first.at(-1)?.message;
        if (message === undefined) return null;
        // An invocation that loses the message looks again. In each round, one of the invocations gets a message.
        if (await remove(of, message)) return message;
      }
    },
  };
}

export type WaitingList = ReturnType<typeof waitingList>;

function forgottenAt({ createdAt }: AttemptMessage, at: Date): Date {
  const age = (at.getTime() - Date.parse(createdAt)) / 1000;
  return plusSeconds(at, Math.min(FORGOTTEN_SECONDS.most, Math.max(FORGOTTEN_SECONDS.least, age)));
}

/** Keeps one message of each delivery: a transaction may name an item once. */
function latestOfEach(messages: readonly AttemptMessage[]): AttemptMessage[] {
  const ascending = messages.toSorted((a, b) => a.generation - b.generation || a.attempt - b.attempt);
  return [...new Map(ascending.map((message) => [message.deliveryId, message])).values()];
}
