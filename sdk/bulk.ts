import { type Answer, dataOf, ProblemError } from './problem.ts';

/** The rows of a request: the most that the API takes. */
const ROWS = 100;
/** Requests at a time. More of them wait for the same count of records. */
const AT_ONCE = 8;

interface RowError {
  /** The field of the row. Empty for the row as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Why a row is refused: what the row states is wrong, or fits no other record. */
type RowCode = 'validation_failed' | 'conflict';

/** What became of a row. */
export type RowOutcome =
  | { readonly is: 'created'; readonly id: string }
  /** The record exists. `differs` has the fields that the row states otherwise. */
  | { readonly is: 'exists'; readonly id: string; readonly differs: readonly string[] }
  | { readonly is: 'refused'; readonly code: RowCode; readonly errors: readonly RowError[] }
  /** The request of the row failed, so that nobody knows what became of the row. */
  | { readonly is: 'failed'; readonly error: unknown };

/** The answer of a bulk route. */
export interface BulkAnswer {
  readonly created: readonly { readonly id: string }[];
  readonly existing: readonly { readonly index: number; readonly id: string; readonly differs: readonly string[] }[];
  readonly failed: readonly {
    readonly index: number;
    readonly code: RowCode;
    readonly errors: readonly RowError[];
  }[];
}

/** The parameters of a request that the client may repeat while the service is busy, and that creates once. */
const newKey = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });
type KeyParams = ReturnType<typeof newKey>;

export interface BulkOptions<Row> {
  /** Hears what became of the rows of a request. */
  readonly report: (outcomes: readonly (readonly [row: Row, outcome: RowOutcome])[]) => void;
  /** Whether the user stopped the run. Requests on their way end, and no other begins. */
  readonly isStopped?: () => boolean;
}

/**
 * Sends rows to a bulk route, a hundred in a request and eight requests at a time. Rows that fail stop no other rows.
 * Sent again, rows change nothing, so that a run that was stopped goes on where it ended.
 * @param send sends the rows of one request.
 * @throws ProblemError with the status 401 or 403 when the API refuses the key. No later request would succeed.
 */
export async function sendRows<Row>(
  rows: readonly Row[],
  send: (rows: readonly Row[], params: KeyParams) => Promise<Answer<BulkAnswer>>,
  { report, isStopped = () => false }: BulkOptions<Row>,
): Promise<void> {
  const work = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) =>
    rows.slice(n * ROWS, (n + 1) * ROWS),
  ).values();
  const refusals: ProblemError[] = [];
  const worker = async () => {
    while (refusals.length === 0 && !isStopped()) {
      const { value: batch } = work.next();
      if (batch === undefined) return;
      const outcomes = await send(batch, newKey())
        .then((answer) => outcomesOf(batch, dataOf(answer)))
        .catch((error: unknown) => {
          if (!(error instanceof ProblemError) || ![401, 403].includes(error.status)) return failureOf(batch, error);
          refusals.push(error);
          return [];
        });
      report(outcomes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
}

const failureOf = <Row>(batch: readonly Row[], error: unknown): [Row, RowOutcome][] =>
  batch.map((row) => [row, { is: 'failed', error }]);

function outcomesOf<Row>(batch: readonly Row[], { created, existing, failed }: BulkAnswer): [Row, RowOutcome][] {
  const others = new Map<number, RowOutcome>([
    ...failed.map(({ index, code, errors }) => [index, { is: 'refused', code, errors }] as const),
    ...existing.map(({ index, id, differs }) => [index, { is: 'exists', id, differs }] as const),
  ]);
  // The API answers the new records in the order of their rows.
  const ids = created.map(({ id }) => id).values();
  return batch.map((row, index) => [row, others.get(index) ?? { is: 'created', id: ids.next().value ?? '' }]);
}

/** The errors of a row as a person reads them. */
export const rowErrorText = (errors: readonly RowError[]): string =>
  errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
