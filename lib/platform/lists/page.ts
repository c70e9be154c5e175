import { invalidField } from '../../values/errors.ts';
import { cursorsOf } from './list-cursor.ts';

/** The part of a list that a caller asks for: a page by its number, or the page after a cursor. */
export interface PageRequest {
  /** From 1, the default. */
  readonly page?: number;
  readonly pageSize: number;
  /** The `next` of an earlier answer. Takes the place of `page`. */
  readonly cursor?: string;
}

export interface Page<T> {
  data: T[];
  meta: PageMeta;
}

export interface PageMeta {
  total: number;
  page: number;
  pageSize: number;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  /** False when `total` is a lower bound, because a search ended early. Absent when `total` is exact. */
  totalIsExact?: false;
  /** How many records a search has read; absent without a search. */
  searched?: number;
}

/** @throws ApiError `validation_failed` when the caller names a page and a cursor. */
export function refuseBoth({ page, cursor }: PageRequest): void {
  if (page !== undefined && cursor !== undefined) throw invalidField('cursor', 'takes the place of `page`');
}

/** The order of every list: newest first, and by id within the same instant. */
export const newestFirst = <T extends { createdAt: string; id: string }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));

/**
 * A page of a list in memory. Only for lists in one partition whose length has a limit per organisation. A cursor says
 * how many records are left, because new records come first.
 * @param scope what makes this list different from all other lists: its name, the organisation and the filters.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export function pageOf<T>(all: readonly T[], request: PageRequest, ...scope: unknown[]): Page<T> {
  refuseBoth(request);
  const { page = 1, pageSize, cursor } = request;
  const cursors = cursorsOf(...scope);
  const place = cursor === undefined ? null : cursors.read(cursor);
  const first = place === null ? (page - 1) * pageSize : Math.max(0, all.length - Number(place.after));
  const number = place?.page ?? page;
  const left = all.length - first - pageSize;
  const next = left > 0 ? cursors.write({ after: String(left), page: number + 1 }) : null;
  return { data: all.slice(first, first + pageSize), meta: { total: all.length, page: number, pageSize, next } };
}
