import * as z from 'zod';

/** A request as AWS WAF sees it. The names of headers are in lower case. */
export interface Seen {
  readonly ip: string;
  readonly headers: Readonly<Record<string, string>>;
}

const Field = z.object({ SingleHeader: z.object({ Name: z.string() }) });
const Transformations = z.tuple([z.object({ Type: z.enum(['LOWERCASE', 'NONE']) })]);

/** Statements that match a request or do not. A kind that the rules do not use is refused. */
const Matching = z.union([
  z.strictObject({
    RegexMatchStatement: z.strictObject({
      RegexString: z.string(),
      FieldToMatch: Field,
      TextTransformations: Transformations,
    }),
  }),
  z.strictObject({
    ByteMatchStatement: z.strictObject({
      SearchString: z.string(),
      PositionalConstraint: z.literal('EXACTLY'),
      FieldToMatch: Field,
      TextTransformations: Transformations,
    }),
  }),
  z.strictObject({
    get NotStatement() {
      return z.strictObject({ Statement: Matching });
    },
  }),
  z.strictObject({
    get AndStatement() {
      return z.strictObject({ Statements: z.array(Matching) });
    },
  }),
  z.strictObject({
    get OrStatement() {
      return z.strictObject({ Statements: z.array(Matching) });
    },
  }),
]);
type Matching = z.output<typeof Matching>;

export const Rules = z.array(
  z.object({
    Name: z.string(),
    Priority: z.int(),
    Action: z.strictObject({ Block: z.strictObject({}) }),
    Statement: z.strictObject({
      RateBasedStatement: z.strictObject({
        AggregateKeyType: z.enum(['IP', 'FORWARDED_IP']),
        ForwardedIPConfig: z.strictObject({ HeaderName: z.string(), FallbackBehavior: z.literal('MATCH') }).optional(),
        Limit: z.int(),
        EvaluationWindowSec: z.literal(300),
        ScopeDownStatement: Matching,
      }),
    }),
  }),
);

const headerOf = ({ headers }: Seen, field: z.output<typeof Field>): string =>
  headers[field.SingleHeader.Name.toLowerCase()] ?? '';

function matches(statement: Matching, request: Seen): boolean {
  if ('NotStatement' in statement) return !matches(statement.NotStatement.Statement, request);
  if ('AndStatement' in statement) return statement.AndStatement.Statements.every((each) => matches(each, request));
  if ('OrStatement' in statement) return statement.OrStatement.Statements.some((each) => matches(each, request));
  if ('ByteMatchStatement' in statement) {
    const { SearchString, FieldToMatch } = statement.ByteMatchStatement;
    return headerOf(request, FieldToMatch) === SearchString;
  }
  const { RegexString, FieldToMatch, TextTransformations } = statement.RegexMatchStatement;
  const header = headerOf(request, FieldToMatch);
  const text = TextTransformations[0].Type === 'LOWERCASE' ? header.toLowerCase() : header;
  return new RegExp(RegexString).test(text);
}

/**
 * A web ACL whose rules see requests of five minutes, one after the other. A rule counts the requests in its scope by
 * address and blocks those beyond its limit. AWS counts with a delay of some seconds, which this leaves out.
 */
export function webAcl(rules: z.output<typeof Rules>) {
  const counts = new Map<string, number>();
  /** The rule that blocks a request; null when no rule does. */
  return (request: Seen): string | null => {
    let blocking: string | null = null;
    for (const { Name, Statement } of rules.toSorted((a, b) => a.Priority - b.Priority)) {
      const { AggregateKeyType, ForwardedIPConfig, Limit, ScopeDownStatement } = Statement.RateBasedStatement;
      if (!matches(ScopeDownStatement, request)) continue;
      // The first address of the header counts.
      const forwarded = request.headers[ForwardedIPConfig?.HeaderName ?? '']?.split(',')[0]?.trim();
      const address = AggregateKeyType === 'IP' ? request.ip : forwarded;
      const count = (counts.get(`${Name} ${address}`) ?? 0) + 1;
      counts.set(`${Name} ${address}`, count);
      if (address === undefined || count > Limit) blocking ??= Name;
    }
    return blocking;
  };
}
