import * as z from 'zod';
import { DecimalString } from './decimal.ts';
import { ifValid } from './dependent-checks.ts';
import { DAY_MS } from './time.ts';

/** Fields that several resources share. Lengths count Unicode code points. */

/**
 * Text from a person, at most `max` characters. DynamoDB would silently replace lone surrogates, so the schema refuses
 * lone surrogates.
 */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be well-formed Unicode text')
    .refine((value) => [...value].length <= max, `must be at most ${max} characters`)
    .meta({ maxLength: max });

/**
 * Characters that show nothing or change the direction of the text beside them: zero-width characters, bidirectional
 * controls, variation selectors and the like. They make one name look like another name. Emoji need two of the
 * selectors: after the emoji, or between a digit and its key.
 */
const INVISIBLE = /[\p{Bidi_Control}[\p{Default_Ignorable_Code_Point}--[\ufe0e\ufe0f]]]/v;
const MISPLACED_SELECTOR = /(?<![\p{Emoji}--[0-9#*]])[\ufe0e\ufe0f](?!\u20e3)/v;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/v;
const CONTROL_IN_LINES = /[\p{Cc}--[\t\n\r]]/v;

const visible = (max: number, control: RegExp) =>
  text(max)
    .refine((value) => !control.test(value), 'must not contain control characters')
    .refine(
      (value) => !INVISIBLE.test(value) && !MISPLACED_SELECTOR.test(value),
      'must not contain zero-width characters or bidirectional controls',
    );

const notBlank = (value: string) => value.trim() !== '';

/** A note of a person, which may have line breaks and tabs. */
export const note = (max: number) => visible(max, CONTROL_IN_LINES).meta({ maxLength: max });

/** A description: text on one line, which may be empty. */
export const line = (max: number) => visible(max, CONTROL).meta({ maxLength: max });

/** A name, label, type or tag: text on one line, which is not blank. */
export const name = (max: number) =>
  line(max).refine(notBlank, 'must not be blank').meta({ minLength: 1, maxLength: max });

/**
 * A text that the condition of a rule compares with records: on one line and not blank. A stored rule is parsed again
 * at each evaluation, so the schema accepts what it accepted before `name` refused invisible characters. Requests may
 * not have them (`conditionErrors`).
 */
export const comparedText = (max: number) =>
  text(max)
    .refine(notBlank, 'must not be blank')
    .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')
    .meta({ minLength: 1, maxLength: max });

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

/** Parses an ISO 8601 date or instant. Accepts the years 1 to 9999 only, because instants are sorted as text. */
function parseInstant(given: string, edge: 'first' | 'last'): string | undefined {
  // A plus sign that is not percent-encoded in a query arrives as a space. Here a space can have no other meaning.
  const value = given.replace(/ (?=\d{2}:\d{2}$)/, '+');
  if (!DATE_ONLY.test(value) && !DATE_TIME.test(value)) return undefined;
  const day = new Date(`${value.slice(0, 10)}T00:00:00.000Z`);
  // `Date` would turn 2026-02-30 into a day in March. Such a date is invalid.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value.slice(0, 10)) return undefined;
  if (day.getUTCFullYear() < 1) return undefined;
  if (DATE_ONLY.test(value)) return new Date(day.getTime() + (edge === 'last' ? DAY_MS - 1 : 0)).toISOString();
  const at = new Date(value);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 || at.getUTCFullYear() < 1
    ? undefined
    : at.toISOString();
}

const instantInput = (edge: 'first' | 'last') =>
  z
    .string()
    .transform((value, ctx) => {
      const instant = parseInstant(value, edge);
      if (instant === undefined) ctx.addIssue({ code: 'custom', message: 'must be an ISO 8601 date or instant' });
      return instant ?? z.NEVER;
    })
    .meta({ type: 'string', description: 'ISO 8601 instant with any offset, or a bare date' });

/** An instant from a caller, with any offset, normalised to UTC. A bare date means its first millisecond. */
export const InstantInput = instantInput('first');
/** An instant from a caller that ends a range. A bare date means its last millisecond. */
export const InstantEndInput = instantInput('last');

/** An instant in the table and in responses: UTC with milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 });

/** A whole number in a query parameter, which arrives as text. */
const intText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));

export const paging = {
  page: intText(1, 999_999_999).optional().meta({ type: 'integer', minimum: 1, maximum: 999_999_999, default: 1 }),
  pageSize: intText(1, 100).default(25).meta({ type: 'integer', minimum: 1, maximum: 100, default: 25 }),
  cursor: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('`meta.next` of the answer before, in place of `page`. Keeps its place while records arrive'),
};

/** Refuses a range that ends before it begins. The error names `from`. */
export const ordered = <S extends z.ZodType<{ from?: string; to?: string }>>(schema: S) =>
  schema.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    message: 'must not be after `to`',
    when: ifValid('from', 'to'),
  });

/** Refuses a change without any field. A change that has another issue is not empty. */
export const notEmpty = <S extends z.ZodType<object>>(change: S) =>
  change.refine((given) => Object.keys(given).length > 0, {
    message: 'nothing to change is given',
    when: ({ issues }) => issues.length === 0,
  });

export const PageMeta = z.object({
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  next: z.string().nullable().describe('The cursor of the next page; null on the last page'),
});
export const pageOfSchema = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item), meta: PageMeta });

/** A bound of an amount, as a number or as a decimal string. A decimal string keeps every digit. */
const Bound = z.union([
  DecimalString,
  z
    .number()
    .nonnegative()
    .refine((value) => value <= 0 || (value >= 1e-18 && value < 1e78), 'must be 0, or from 1e-18 to 1e78'),
]);
export const AmountBounds = z
  .strictObject({ gte: Bound.optional(), gt: Bound.optional(), lte: Bound.optional(), lt: Bound.optional() })
  .refine((bounds) => Object.keys(bounds).length > 0, 'needs at least one of gte, gt, lte, lt');
export type AmountBounds = z.output<typeof AmountBounds>;

export const Direction = z.enum(['inbound', 'outbound', 'internal']);
export type Direction = z.output<typeof Direction>;
