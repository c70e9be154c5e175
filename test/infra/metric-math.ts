/** The value of a metric in a period; undefined without data. */
type Values = (id: string) => number | undefined;
type Value = number | undefined;

const TOKEN = /\s*(\d+(?:\.\d+)?|[a-zA-Z]\w*|>=|<=|[-+*/(),<>])/y;

/** The words of an expression of metric math. @throws where the tests know no such word. */
function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(expression) ?? [];
    if (token === undefined) throw new Error(`cannot read ${expression.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
}

const applied = (a: Value, b: Value, compute: (a: number, b: number) => number): Value =>
  a === undefined || b === undefined ? undefined : compute(a, b);

const operators: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  {
    '>=': (a, b) => Number(a >= b),
    '<=': (a, b) => Number(a <= b),
    '>': (a, b) => Number(a > b),
    '<': (a, b) => Number(a < b),
  },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => a / b },
];

const functions: Readonly<Record<string, (...args: readonly Value[]) => Value>> = {
  FILL: (value, filled) => value ?? filled,
  IF: (condition, yes, no) => (condition === undefined ? undefined : condition !== 0 ? yes : no),
};

/**
 * Computes an expression of CloudWatch metric math for one period: numbers, metrics, `+ - * /`, comparisons, `FILL` and
 * `IF`. A period in which a metric lacks data has no value, as in CloudWatch. Nor has a division by zero.
 */
export function computed(expression: string, metricOf: Values): Value {
  const tokens = tokensOf(expression);
  const expect = (wanted: string) => {
    const token = tokens.shift();
    if (token !== wanted) throw new Error(`${wanted} wanted in ${expression}, not ${token}`);
  };

  function level(n: number): Value {
    const known = operators[n];
    if (known === undefined) return operand();
    let value = level(n + 1);
    for (let compute = known[tokens.at(0) ?? '']; compute !== undefined; compute = known[tokens.at(0) ?? '']) {
      tokens.shift();
      value = applied(value, level(n + 1), compute);
    }
    return value;
  }

  function operand(): Value {
    const token = tokens.shift() ?? '';
    if (token === '(') {
      const value = level(0);
      expect(')');
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    if (tokens.at(0) !== '(') return metricOf(token);
    const call = functions[token];
    if (call === undefined) throw new Error(`the tests know no function ${token}`);
    expect('(');
    const args = [level(0)];
    while (tokens.at(0) === ',') {
      expect(',');
      args.push(level(0));
    }
    expect(')');
    return call(...args);
  }

  const value = level(0);
  if (tokens.length > 0) throw new Error(`cannot read ${tokens.join(' ')} in ${expression}`);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
