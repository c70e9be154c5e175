import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { ApiError } from '../../values/errors.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import type { Deps } from '../deps.ts';
import type { Sealer } from '../sealer.ts';
import { idempotencyKey, inProgress } from '../table/create.ts';
import { optimistically } from '../table/optimistically.ts';
import { getItem } from '../table/table.ts';
import { conditionHeld, type Update, write } from '../table/write.ts';
import { NO_VALUES, Values } from './recorded-values.ts';

/** How long a request is remembered. */
const KEPT_SECONDS = 86_400;
/** Begins again when the item of the request disappears in between. */
const BEGIN_TRIES = 3;

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly organisationId: OrganisationId;
  /** The id of an API key, or `person:<subject>`. */
  readonly actorId: string;
  readonly idempotencyKey: string;
  /** What the request asks for: two requests that differ have different texts. */
  readonly content: string;
  /** A run that takes longer is dead. */
  readonly timeoutSeconds: number;
}

/** A successful answer as it is stored. */
export const StoredAnswer = z.object({
  statusCode: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type StoredAnswer = z.output<typeof StoredAnswer>;

/** `made` and `answer` are sealed, because they may contain secrets that the API shows once. */
const Item = z.object({
  fingerprint: z.string(),
  /** The run that does the work. */
  owner: z.string(),
  leaseUntil: Instant,
  /** The time of the run, which becomes the time of the record. */
  at: Instant,
  /** What the run had made when it created the record. Absent before. */
  made: z.string().optional(),
  answer: z.string().optional(),
  ttl: z.number(),
});
type Item = z.output<typeof Item>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The requests with idempotency keys of the last 24 hours. Each creates at most one record, also after a crash. */
export function idempotentRequests(
  { table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>,
  sealer: () => Promise<Sealer>,
) {
  /**
   * Begins a run of the request.
   * @returns the stored answer, or the run.
   * @throws ApiError `idempotency_conflict`, `idempotency_in_progress`.
   */
  async function begin(request: IdempotentRequest): Promise<{ answer: StoredAnswer } | { run: IdempotentRun }> {
    const hash = sha256(request.idempotencyKey);
    const key = idempotencyKey(request.organisationId, request.actorId, hash);
    const context = { organisationId: request.organisationId, recordId: key.sk };
    const fingerprint = sha256(request.content);
    return optimistically('the item of an idempotency key', BEGIN_TRIES, async () => {
      const at = now();
      // A second more than the function has: an instance that Lambda ends writes nothing afterwards.
      const leaseUntil = plusSeconds(at, request.timeoutSeconds + 1).toISOString();
      const own = { fingerprint, owner: newId(), leaseUntil, at: at.toISOString() };
      const first = write(table, {
        put: { ...key, ...own, ttl: epochSeconds(plusSeconds(at, KEPT_SECONDS)) },
        // DynamoDB deletes an expired item some time after its end.
        when: 'attribute_not_exists(#pk) OR #ttl <= :now',
        values: { ':now': epochSeconds(at) },
      });
      if (await conditionHeld(first)) return { run: runOf(own, NO_VALUES, false) };
      const found = await getItem(table, key, Item);
      if (found === null || found.ttl <= epochSeconds(at)) return undefined;
      if (found.fingerprint !== fingerprint) {
        throw new ApiError('idempotency_conflict', 'Another request had this Idempotency-Key in the last 24 hours.');
      }
      // The SDK repeats a write whose answer was lost, and then meets the item that the first write made.
      if (found.owner === own.owner) return { run: runOf(own, NO_VALUES, false) };
      if (found.answer !== undefined) return { answer: StoredAnswer.parse(await opened(found.answer)) };
      if (found.leaseUntil > at.toISOString()) throw inProgress();
      return { run: await takenOver(found, own) };
    });

    /** Goes on with a request whose run died. What its run had made counts only if it created the record. */
    async function takenOver(dead: Item, own: Omit<Item, 'ttl'>): Promise<IdempotentRun> {
      const { made, at } = dead.made === undefined ? own : dead;
      const taking: Update<Item> = {
        update: key,
        set: { owner: own.owner, leaseUntil: own.leaseUntil, at },
        when: '#owner = :dead AND #leaseUntil = :seen AND attribute_not_exists(#answer)',
        values: { ':dead': dead.owner, ':seen': dead.leaseUntil },
      };
      if (!(await conditionHeld(write(table, taking)))) throw inProgress();
      const values = made === undefined ? NO_VALUES : Values.parse(await opened(made));
      return runOf({ ...own, at }, values, made !== undefined);
    }

    function runOf({ owner, at }: Pick<Item, 'owner' | 'at'>, values: Values, isDone: boolean): IdempotentRun {
      const owned = { when: '#owner = :owner', values: { ':owner': owner } };
      const own = (part: Omit<Update<Item>, 'update'>): Update<Item> => ({ update: key, ...owned, ...part });
      return {
        at: new Date(at),
        values,
        isDone,
        created: async (made) => own({ set: { made: await sealed(made) } }),
        store: async (answer) =>
          void (await conditionHeld(write(table, own({ set: { answer: await sealed(answer) } })))),
        async giveUp() {
          const unmade = { when: `${owned.when} AND attribute_not_exists(#made)` };
          // Without a record, the key is free again. With a record, the next request goes on at once.
          if (await conditionHeld(write(table, own({ set: { ttl: epochSeconds(now()) }, ...unmade })))) return;
          await conditionHeld(write(table, own({ set: { leaseUntil: at } })));
        },
      };
    }

    /** JSON of addresses and ids takes half of the bytes when it is packed. An item holds 400 KB. */
    async function sealed(value: unknown): Promise<string> {
      return (await sealer()).seal(deflateRawSync(JSON.stringify(value)).toString('base64'), context);
    }
    async function opened(text: string): Promise<unknown> {
      const packed = (await sealer()).open(text, context);
      return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
    }
  }

  return { begin };
}

/** A run of a request with an idempotency key. Only one run at a time can create the record and store the answer. */
export interface IdempotentRun {
  readonly at: Date;
  /** What the run must make again, when an earlier run has created the record. */
  readonly values: Values;
  readonly isDone: boolean;
  /** The write that remembers the creation of the record. */
  created(made: Values): Promise<Update<Item>>;
  store(answer: StoredAnswer): Promise<void>;
  /** Ends a run that failed. */
  giveUp(): Promise<void>;
}
