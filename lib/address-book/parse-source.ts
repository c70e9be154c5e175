import * as z from 'zod';
import { anyMatchForm } from '../chains/any-address.ts';
import { allFamilies } from '../chains/registry.ts';
import type { ListSource } from './address-list-schema.ts';
import { csvRows } from './csv-rows.ts';

/** The addresses of one source. */
const MOST_OF_SOURCE = 100_000;
/** No address is longer. */
const LONGEST = 128;

/** Why a source cannot become a list, for the owner of the list. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/**
 * The addresses of a source in the spelling in which addresses are compared, sorted, each once. A row that is no
 * address is left out: lists have titles and remarks. A source with more such rows than addresses is refused.
 * @throws SourceError
 */
export function addressesIn(
  body: Buffer,
  contentType: string | null,
  source: Pick<ListSource, 'format' | 'column'>,
): string[] {
  const text = decoded(body);
  if (/^\s*text\/html\b/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)) {
    throw new SourceError('The source answered a web page in place of a list.');
  }
  const rows = rowsOf(text, source);
  const found = new Set<string>();
  let others = 0;
  for (const row of rows) {
    const address = row.trim();
    if (address.length <= LONGEST && isAddress(address)) found.add(anyMatchForm(address));
    else others++;
    if (found.size > MOST_OF_SOURCE) throw new SourceError(`The source has more than ${MOST_OF_SOURCE} addresses.`);
  }
  if (found.size === 0) throw new SourceError('The source has no address.');
  if (others > rows.length / 2) {
    throw new SourceError(
      `${others} of ${rows.length} rows of the source are no addresses: check its format and column.`,
    );
  }
  return [...found].sort();
}

const isAddress = (text: string): boolean => allFamilies.some((family) => family.parseAddress(text) !== null);

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new SourceError('The source is no UTF-8 text.');
  }
}

/** The texts that should be addresses. */
function rowsOf(text: string, { format, column }: Pick<ListSource, 'format' | 'column'>): string[] {
  if (format === 'text') return textRows(text);
  if (format === 'csv') return csvColumn(text, column);
  return jsonRows(text, column);
}

/** An address is the first word of its line. What follows `#` is a comment. */
const textRows = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [first = ''] = line
      .replace(/#.*/, '')
      .trim()
      .split(/[\s,;]/);
    return first === '' ? [] : [first];
  });

/** A first row without an address is the header. */
function csvColumn(text: string, column: string | null): string[] {
  const [header = [], ...rows] = csvRows(text);
  const names = header.map((name) => name.trim().toLowerCase());
  const place = column === null ? 0 : names.indexOf(column.trim().toLowerCase());
  if (place < 0) throw new SourceError(`The source has no column ${column}.`);
  const isHeader = column !== null || !isAddress(header[0]?.trim() ?? '');
  return [...(isHeader ? [] : [header]), ...rows].map((row) => row[place] ?? '');
}

const Rows = z.array(z.union([z.string(), z.record(z.string(), z.unknown())]));

function jsonRows(text: string, column: string | null): string[] {
  const { success, data } = Rows.safeParse(parsed(text));
  if (!success) throw new SourceError('The source is no JSON array of texts or objects.');
  return data.map((row) => {
    if (typeof row === 'string') return row;
    const value = column === null ? Object.values(row)[0] : row[column];
    return typeof value === 'string' ? value : '';
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('The source is no JSON.');
  }
}
