import * as z from 'zod';
import { Job } from '../platform/jobs/job-kind.ts';
import { Instant, notEmpty, paging, text } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { ListName } from './schema.ts';

const Purpose = z
  .enum(['allow', 'deny', 'info'])
  .describe('What the list is for, as people read it. Rules decide what follows from it');

/** Where the addresses of a list come from. */
export const ListSource = z
  .object({
    url: z.string(),
    format: z.enum(['text', 'csv', 'json']),
    column: z
      .string()
      .nullable()
      .describe('`csv`: the header of the column of addresses; `json`: the field of each object. null: the first one'),
  })
  .meta({ id: 'AddressListSource' });
export type ListSource = z.output<typeof ListSource>;

const SourceInput = z.strictObject({
  url: z.string().min(1).max(2_048),
  format: ListSource.shape.format,
  column: text(64).min(1).nullable().default(null),
});

/** What a run did with a source. */
const ListRun = z
  .object({
    at: Instant,
    added: z.int(),
    removed: z.int(),
    sha256: z.string().nullable().describe('Of the body of the source; null when there was none'),
    error: z.string().nullable().describe('Why the list stayed as it was'),
    refused: z
      .object({ added: z.int(), removed: z.int() })
      .nullable()
      .default(null)
      .describe('What to accept the source would add and remove; null when the source did not become much shorter'),
  })
  .meta({ id: 'AddressListRun' });

export type ListRun = z.output<typeof ListRun>;

/** The version of a source that a list has, by which a server can say that nothing changed. */
const Version = z.object({ sha256: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() });

/** Addresses that are being applied. They are stored, so that a run that dies leaves nothing in between. */
const Plan = Version.extend({
  size: z.int(),
  added: z.int(),
  removed: z.int(),
  /** Items that hold the addresses. */
  parts: z.int(),
  /** As in the list when the source was fetched: another source makes the plan void. */
  sourceVersion: z.string(),
  /** Likewise: a later request asks for another run. */
  requestedAt: Instant,
});
export type ListPlan = z.output<typeof Plan>;

/** An address list as stored: it is also the job that applies its source, and never ends. */
export const StoredAddressList = Job.extend({
  name: z.string(),
  purpose: Purpose,
  source: ListSource.nullable(),
  /** Entries of the address book that name the list. */
  entries: z.int(),
  /** Addresses of the source. */
  sourced: z.int(),
  /** Addresses that count against the limit of the organisation: of the source, and of a plan while it is applied. */
  reserved: z.int(),
  lastRun: ListRun.nullable(),
  /** Addresses of a shorter source that a person accepted and that is not applied yet. */
  accepted: z.int().nullable().default(null),
  applied: Version.nullable(),
  plan: Plan.nullable(),
  /** Each change of the source makes another one. */
  sourceVersion: z.string(),
  /** When a caller last asked for a run, or changed the source. */
  requestedAt: Instant,
  /** The list is hidden, and a run removes its addresses. */
  isDeleting: z.boolean(),
  updatedAt: Instant,
});
export type StoredAddressList = z.output<typeof StoredAddressList>;

/** An address list as answered. */
export const AddressList = z
  .object({
    id: Uuid,
    name: ListName,
    purpose: Purpose,
    source: ListSource.nullable(),
    size: z.int().describe('Addresses of the source, and entries of the address book that name the list'),
    lastRun: ListRun.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'AddressList' });
export type AddressList = z.output<typeof AddressList>;

/** The response for a list. An address that the source and the book both have counts twice. */
export const addressListResponse = ({ entries, sourced, ...list }: StoredAddressList): AddressList =>
  AddressList.parse({ ...list, size: entries + sourced });

export const CreateAddressList = z
  .strictObject({ name: ListName, purpose: Purpose, source: SourceInput.nullable().default(null) })
  .meta({ id: 'CreateAddressList' });
export type CreateAddressList = z.output<typeof CreateAddressList>;

/** The name of a list never changes, because rules and entries name the list by it. */
export const UpdateAddressList = notEmpty(
  z.strictObject({ purpose: Purpose.optional(), source: SourceInput.nullable().optional() }),
).meta({ id: 'UpdateAddressList' });
export type UpdateAddressList = z.output<typeof UpdateAddressList>;

export const AddressListQuery = z.strictObject(paging);
