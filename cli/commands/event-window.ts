interface Fired {
  readonly id: string;
  readonly firedAt: string;
}

/**
 * How much later than its time an event may appear in the list. The service notes the time before it stores the event,
 * and may have to try again.
 */
const LATENESS_MS = 5 * 60_000;

/** Remembers the last events, so that `tail` prints each event once. */
export class EventWindow {
  private readonly since: string | undefined;
  private readonly seen = new Map<string, string>();
  private newest: string | undefined;

  /** @param since the instant from which events count. */
  constructor(since?: string) {
    this.since = since;
  }

  /** From when the next request must ask; undefined for all events. */
  get from(): string | undefined {
    if (this.newest === undefined) return this.since;
    const overlapping = new Date(Date.parse(this.newest) - LATENESS_MS).toISOString();
    const since = this.since === undefined ? Number.NaN : Date.parse(this.since);
    return since > Date.parse(overlapping) ? this.since : overlapping;
  }

  /** The events that no earlier call got. */
  fresh<T extends Fired>(events: readonly T[]): T[] {
    const fresh = events.filter(({ id }) => !this.seen.has(id));
    for (const { id, firedAt } of fresh) {
      this.seen.set(id, firedAt);
      if (this.newest === undefined || firedAt > this.newest) this.newest = firedAt;
    }
    // An event before the next request cannot appear again.
    const from = Date.parse(this.from ?? '');
    for (const [id, firedAt] of this.seen) if (Date.parse(firedAt) < from) this.seen.delete(id);
    return fresh;
  }
}
