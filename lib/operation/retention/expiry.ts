import type * as z from 'zod';
import type { ListedRecords, ListFilter } from '../../platform/lists/index.ts';
import type { Write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';

/** How the records of a counted list expire. */
export interface Expiry<S extends z.ZodType = z.ZodType> {
  readonly list: ListedRecords<S>;
  /** Records are kept for so many days. Undefined: for ever. */
  readonly days: number | undefined;
  /** Other records of the list never expire. */
  readonly filter: ListFilter;
  /** Those of the records that nobody has used since the cutoff, an ISO instant. */
  due(organisationId: OrganisationId, records: readonly z.output<S>[], cutoff: string): Promise<z.output<S>[]>;
  /** What happens before the records are removed. May be repeated, with more or fewer records. */
  before(organisationId: OrganisationId, records: readonly z.output<S>[]): Promise<void>;
  /** The writes that remove a record, at most two, on condition that the record is as it was read. */
  removal(organisationId: OrganisationId, record: z.output<S>): Promise<Write[]>;
}
