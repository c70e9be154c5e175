import type { ChainId } from '../chains/registry.ts';
import type { Suspended } from '../organisations/suspension/suspended.ts';
import type { Deps } from '../platform/deps.ts';
import { errorFields, log } from '../platform/log.ts';
import type { HeldAssets } from '../transactions/held-assets.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import { deferredMatches } from './deferred-matches.ts';
import { COUNTED_RECORDS, hourlyBudget } from './hourly-budget.ts';
import type { MatchQueue } from './match-queue.ts';
import { raisedBy } from './raised.ts';
import { type Budgets, type Divided, divide, type Touch, type Urgency } from './touches.ts';

const organisationsOf = (touches: readonly Touch[]): ReadonlySet<OrganisationId> =>
  new Set(touches.map(({ organisationId }) => organisationId));

/** What is to become of the touches of a block. */
interface Planned extends Divided {
  /** The organisations that have deferred matches of earlier blocks. */
  readonly deferring: ReadonlySet<OrganisationId>;
}

/** Questions to the table at a time. */
const ASKED_AT_ONCE = 32;

/**
 * What one run of a watcher knows of the budgets on its chain. A new run asks the table again, because other runs may
 * have deferred matches before.
 */
export function deferral(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  chain: ChainId,
  {
    budgets,
    matches: queue,
    suspended,
    held,
  }: {
    readonly budgets: Budgets;
    readonly matches: MatchQueue;
    readonly suspended: Suspended;
    readonly held: Pick<HeldAssets, 'among'>;
  },
) {
  const { now } = deps;
  const deferred = deferredMatches(deps);
  const hourly = hourlyBudget(deps, budgets.perHour);
  /** Organisations without deferred matches, as this run has read, and which this run has deferred none of since. */
  const clear = new Set<OrganisationId>();
  /** Until when organisations are over their hourly budget. */
  const over = { urgent: new Map<OrganisationId, Date>(), other: new Map<OrganisationId, Date>() };
  /** Records of this run that are not yet taken from the hourly budget. */
  const uncounted = { urgent: new Map<OrganisationId, number>(), other: new Map<OrganisationId, number>() };
  const background = new Set<Promise<void>>();

  const isOver = (touch: Touch): boolean => {
    const until = over[touch.urgency].get(touch.organisationId);
    return until !== undefined && until > now();
  };

  /** The organisations among these that have deferred matches of earlier blocks. */
  async function deferringAmong(organisationIds: ReadonlySet<OrganisationId>): Promise<ReadonlySet<OrganisationId>> {
    const asked = [...organisationIds].filter((id) => !clear.has(id));
    const found = await mapConcurrent(asked, ASKED_AT_ONCE, async (id) => {
      if ((await deferred.pending(id, chain)) !== null) return [id];
      clear.add(id);
      return [];
    });
    return new Set(found.flat());
  }

  /**
   * Those of the touches that must wait for deferred matches of earlier blocks, so that each wallet keeps the order of
   * each class: all touches of a wallet and class, or none.
   */
  async function waiting(height: number, touches: readonly Touch[]): Promise<Touch[]> {
    const groups = Map.groupBy(touches, ({ organisationId, address, urgency }) =>
      [organisationId, address, urgency].join(' '),
    );
    const found = await mapConcurrent([...groups.values()], ASKED_AT_ONCE, async (own): Promise<Touch[]> => {
      const [first] = own;
      if (first === undefined) return [];
      const [oldest] = await deferred.oldest(first.organisationId, chain, first, 1);
      return oldest !== undefined && oldest.height < height ? own : [];
    });
    return found.flat();
  }

  /** Runs beside the scans. A lost message or count does no harm: handover sends the message again. */
  function beside(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log.warn('matches.not_queued', { chain, ...errorFields(error) }))
      .finally(() => background.delete(done));
    background.add(done);
  }

  /** The suspended organisations among those of the touches. */
  async function suspendedAmong(touches: readonly Touch[]): Promise<ReadonlySet<OrganisationId>> {
    const asked = [...organisationsOf(touches)];
    const paused = await mapConcurrent(asked, ASKED_AT_ONCE, async (id) => ((await suspended(id)) ? [id] : []));
    return new Set(paused.flat());
  }

  /** Tells the consumers of deferred matches. They would do nothing for a suspended organisation. */
  async function tell(touches: readonly Touch[]): Promise<void> {
    const paused = await suspendedAmong(touches);
    const served = [...organisationsOf(touches)].filter((id) => !paused.has(id));
    if (served.length > 0) await queue.send(served.map((organisationId) => ({ organisationId, chain })));
  }

  async function count(organisationId: OrganisationId, records: number, urgency: Urgency): Promise<void> {
    const seconds = await hourly.take(organisationId, chain, records, urgency);
    if (seconds > 0) over[urgency].set(organisationId, plusSeconds(now(), seconds));
  }

  return {
    /**
     * Divides the touches of a block by the budgets, and defers all touches of suspended organisations. Looks twice
     * whether the touches of an organisation are urgent when some of them wait. Some of `atOnce` may still have to
     * wait: see `store`.
     */
    async planned(touches: readonly Touch[]): Promise<Planned> {
      if (touches.length === 0) return { atOnce: [], deferred: [], deferring: new Set() };
      const paused = await suspendedAmong(touches);
      const mayRecord = (touch: Touch) => !paused.has(touch.organisationId) && !isOver(touch);
      const divided = divide(touches, budgets, mayRecord);
      const beyond = organisationsOf(divided.deferred);
      const deferring = await deferringAmong(organisationsOf(touches));
      const wait = touches.filter(({ organisationId: id }) => beyond.has(id) || deferring.has(id));
      const raised = await raisedBy(held, wait);
      if (raised.size === 0) return { ...divided, deferring };
      const looked = touches.map((touch) => raised.get(touch) ?? touch);
      return { ...divide(looked, budgets, mayRecord), deferring };
    },

    /**
     * Stores deferred matches: what the budgets do not allow, and what must wait for earlier deferred matches of its
     * wallet. Call this before the block is stored, because a stored block is not scanned again.
     * @returns what the watcher records itself, and what is deferred.
     */
    async store(block: Parameters<typeof deferred.store>[1], planned: Planned): Promise<Divided> {
      const { atOnce, deferred: beyond, deferring } = planned;
      for (const id of organisationsOf(beyond)) clear.delete(id);
      // Stores what is certain while the table answers what must wait: usually nothing.
      const [waits] = await Promise.all([
        waiting(
          block.height,
          atOnce.filter(({ organisationId }) => deferring.has(organisationId)),
        ),
        deferred.store(chain, block, beyond),
      ]);
      await deferred.store(chain, block, waits);
      const waitsFor = new Set(waits);
      return { atOnce: atOnce.filter((touch) => !waitsFor.has(touch)), deferred: [...beyond, ...waits] };
    },

    /**
     * Call this when the cursor has passed the block: counts what was recorded at once, and has the consumers record
     * what was deferred. Does not wait for either.
     */
    passed({ atOnce, deferred }: Divided): void {
      for (const touch of atOnce) {
        const { organisationId, urgency } = touch;
        const records = (uncounted[urgency].get(organisationId) ?? 0) + 1;
        uncounted[urgency].set(organisationId, records % COUNTED_RECORDS);
        if (records === COUNTED_RECORDS) beside(count(organisationId, records, urgency));
      }
      if (deferred.length > 0) beside(tell(deferred));
    },

    /** Removes the deferred matches of a height at which the chain no longer has a block. */
    removed: (height: number): Promise<void> => deferred.packs.remove(chain, height),

    /** Waits for what runs beside the scans. */
    async end(): Promise<void> {
      while (background.size > 0) await Promise.all(background);
    },
  };
}

export type Deferral = ReturnType<typeof deferral>;
