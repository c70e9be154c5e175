import type * as z from 'zod';
import type { ListedRecords, ListFilter } from '../../platform/lists/index.ts';
import type { Write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';

/** One of the lists that a pass goes over. */
export interface Expiring {
  /** The name of the list. */
  readonly name: string;
  /** Whether a pass over the list has anything to read. */
  hasOld(organisationId: OrganisationId): Promise<boolean>;
  /**
   * Removes some of the old records, the oldest first. May be repeated.
   * @param after the position of an earlier step; null at the beginning.
   * @returns how many records were removed, and the position of the next step; null at the end of the list.
   */
  removeSome(organisationId: OrganisationId, after: string | null): Promise<Removed>;
}

export interface Removed {
  readonly removed: number;
  readonly next: string | null;
}

/** How the records of a counted list expire. */
export interface Expiry<S extends z.ZodType = z.ZodType> {
  readonly list: ListedRecords<S>;
  /** Records are kept for this many days. Undefined: for ever. */
  readonly days: number | undefined;
  /** Other records of the list never expire. */
  readonly filter: ListFilter;
  /** Those of the records that nobody has used since the cutoff, an ISO instant. */
  due(organisationId: OrganisationId, records: readonly z.output<S>[], cutoff: string): Promise<z.output<S>[]>;
  /** What happens before the records are removed. May be repeated, with more or fewer records. */
  before?(organisationId: OrganisationId, records: readonly z.output<S>[]): Promise<void>;
  /** The writes that remove a record, at most two, on condition that the record is as it was read. */
  removal(organisationId: OrganisationId, record: z.output<S>): Promise<Write[]>;
}
