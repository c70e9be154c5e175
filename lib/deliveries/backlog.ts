import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { due, keys, prefixes } from '../platform/table/keys.ts';
import { queryPrefix } from '../platform/table/table.ts';
import { conditionFailed, conditionHeld, transact, type Write, write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { awaits } from './repo.ts';
import { AttemptMessage } from './schema.ts';

/**
 * One that nobody takes, or that got lost when it was taken, as a process died, reconcile queues: after as long again as it
 * is old. Not every ten minutes, since reconcile comes to some hundreds a minute and not all may be of one slow receiver.
 */
export const FORGOTTEN_SECONDS = { least: 600, most: 3600 };
/** Reconcile puts what still waits in again, so that what is older than this is of deliveries that have ended. */
const EXPIRES_SECONDS = 24 * 3600;

const Waiting = z.object({ message: AttemptMessage });

/** Where deliveries wait for a receiver, or an organisation, that has all its attempts under way: the oldest first. */
export function backlogRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const keyOf = ({ organisationId, createdAt, deliveryId }: AttemptMessage, receiver: string) =>
    keys.waiting(organisationId, receiver, createdAt, deliveryId);

  /** False when it is not there any more, or waits for another attempt. */
  async function remove(message: AttemptMessage, receiver: string): Promise<boolean> {
    const values = { ':message': message };
    return conditionHeld(write(table, { delete: keyOf(message, receiver), when: '#message = :message', values }));
  }

  return {
    /**
     * Has the deliveries of these messages (at most 10) wait; no attempt is used up. Messages that are duplicates are left out.
     * @param receiver whose backlog it is, theirs unless said otherwise.
     * @returns whether any of them waits.
     */
    async add(messages: readonly AttemptMessage[], receiver?: string): Promise<boolean> {
      const at = now();
      const ttl = epochSeconds(plusSeconds(at, EXPIRES_SECONDS));
      const entry = (message: AttemptMessage): Write[] => [
        { put: { ...keyOf(message, receiver ?? message.receiver), message: { ...message, calledUp: undefined }, ttl } },
        {
          update: keys.delivery(message.organisationId, message.deliveryId),
          // Or reconcile would take the delivery for one whose message was lost, and queue another each minute.
          set: due.entry('DELIVERY', message.deliveryId, forgottenAt(message, at).toISOString()),
          ...awaits(message, at),
        },
      ];
      let left = latestOfEach(messages);
      while (left.length > 0) {
        try {
          await transact(table, left.flatMap(entry));
          return true;
        } catch (error) {
          const failed = conditionFailed(error);
          if (failed === null) throw error;
          left = left.filter((_, n) => !failed.includes(2 * n + 1));
        }
      }
      return false;
    },

    /**
     * Takes out the one that has waited the longest: null when none waits.
     * @param turn of those who take at the same time each has another one, so that they do not all try for the same.
     */
    async take(of: Pick<AttemptMessage, 'organisationId' | 'receiver'>, turn: number): Promise<AttemptMessage | null> {
      const { pk } = keys.organisation(of.organisationId);
      for (;;) {
        const first = await queryPrefix(table, pk, prefixes.backlog(of.receiver), Waiting, { limit: turn + 1 });
        const message = first.at(-1)?.message;
        if (message === undefined) return null;
        // Lost to another: each round somebody gets one.
        if (await remove(message, of.receiver)) return message;
      }
    },
  };
}

export type BacklogRepo = ReturnType<typeof backlogRepo>;

function forgottenAt({ createdAt }: AttemptMessage, at: Date): Date {
  const age = (at.getTime() - Date.parse(createdAt)) / 1000;
  return plusSeconds(at, Math.min(FORGOTTEN_SECONDS.most, Math.max(FORGOTTEN_SECONDS.least, age)));
}

/** One message of each delivery: a transaction takes an item once. */
function latestOfEach(messages: readonly AttemptMessage[]): AttemptMessage[] {
  const ascending = messages.toSorted((a, b) => a.generation - b.generation || a.attempt - b.attempt);
  return [...new Map(ascending.map((message) => [message.deliveryId, message])).values()];
}
