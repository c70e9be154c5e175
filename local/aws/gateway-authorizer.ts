import * as z from 'zod';
import type { GatewayDocument } from './gateway-document.ts';
import type { ResponseType } from './gateway-responses.ts';
import type { Lambda } from './lambda.ts';
import type { FunctionError } from './lambda-outcome.ts';
import { functionNameIn } from './template-functions.ts';
import { wildcard } from './wildcard.ts';

type AuthorizerProperties = GatewayDocument['authorizers'][string];

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const Answer = z.object({
  principalId: z.string(),
  policyDocument: z.object({
    Statement: z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore })),
  }),
  // API Gateway passes scalars as strings and refuses all other values.
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
});
type Answer = z.output<typeof Answer>;

/** Either the context that the function gets about an accepted caller, or the type of the refusal. */
export type Verdict = { readonly caller: Record<string, string> } | { readonly refused: ResponseType };

/** A TOKEN authorizer. Invokes its function, and caches the answer per token for the TTL of the document. */
export class Authorizer {
  readonly header: string;
  readonly #functionName: string;
  readonly #ttlMs: number;
  readonly #validation: RegExp | undefined;
  readonly #lambda: Pick<Lambda, 'invoke'>;
  readonly #now: () => number;
  readonly #remembered = new Map<string, { answer: Answer; until: number }>();

  constructor(properties: AuthorizerProperties, lambda: Pick<Lambda, 'invoke'>, now: () => number) {
    this.header = properties.identitySource.slice('method.request.header.'.length).toLowerCase();
    this.#functionName = functionNameIn(properties.authorizerUri);
    this.#ttlMs = properties.authorizerResultTtlInSeconds * 1000;
    const expression = properties.identityValidationExpression;
    this.#validation = expression === undefined ? undefined : new RegExp(`^(?:${expression})$`);
    this.#lambda = lambda;
    this.#now = now;
  }

  async judge(token: string | undefined, methodArn: string): Promise<Verdict> {
    // API Gateway refuses a missing or malformed token without invoking the function.
    if (!token || this.#validation?.test(token) === false) return { refused: 'UNAUTHORIZED' };
    const answer = this.#recall(token) ?? (await this.#ask(token, methodArn));
    if (typeof answer === 'string') return { refused: answer };
    if (!allows(answer, methodArn)) return { refused: 'ACCESS_DENIED' };
    return { caller: { ...answer.context, principalId: answer.principalId } };
  }

  #recall(token: string): Answer | undefined {
    const known = this.#remembered.get(token);
    if (known === undefined || known.until > this.#now()) return known?.answer;
    this.#remembered.delete(token);
    return undefined;
  }

  async #ask(token: string, methodArn: string): Promise<Answer | ResponseType> {
    const event = { type: 'TOKEN', authorizationToken: token, methodArn };
    const outcome = await this.#lambda.invoke(this.#functionName, event, isRefusal);
    if (!outcome.ok) return isRefusal(outcome.error) ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    const parsed = Answer.safeParse(outcome.result);
    if (!parsed.success) return 'AUTHORIZER_CONFIGURATION_ERROR';
    if (this.#ttlMs > 0) this.#remembered.set(token, { answer: parsed.data, until: this.#now() + this.#ttlMs });
    return parsed.data;
  }
}

/** An authorizer refuses a token by throwing an error with exactly this message. */
const isRefusal = ({ errorMessage }: FunctionError): boolean => errorMessage === 'Unauthorized';

/** An explicit deny takes precedence. Without an allow the gateway denies the request. */
function allows({ policyDocument }: Answer, methodArn: string): boolean {
  const applying = policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => wildcard(pattern).test('execute-api:Invoke')) &&
      Resource.some((pattern) => wildcard(pattern).test(methodArn)),
  );
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
}

/** The authorizers of the API by name. `now` is in milliseconds. */
export const authorizersOf = (
  { authorizers }: Pick<GatewayDocument, 'authorizers'>,
  lambda: Pick<Lambda, 'invoke'>,
  now: () => number = Date.now,
): Map<string, Authorizer> =>
  new Map(Object.entries(authorizers).map(([name, properties]) => [name, new Authorizer(properties, lambda, now)]));
