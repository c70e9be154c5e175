import { describe, expect, it } from '@jest/globals';
import { fieldErrors, problemText } from '../../../console/design/problem-advice.ts';
import { ProblemError } from '../../../sdk/index.ts';

const problem = (status: number, errors?: { path: string; message: string }[], code = 'conflict') =>
  new ProblemError(new Response(null, { status, headers: { 'x-request-id': 'request-1' } }), {
    code,
    detail: 'The alert is resolved.',
    status,
    errors,
  });

describe('problemText', () => {
  it.each([403, 404, 409, 429, 502, 503])('says what to do about %i, and names the request', (status) => {
    const { heading, detail, requestId } = problemText(problem(status));
    expect(heading).not.toBe('The service refused this');
    expect(detail).toMatch(/^The alert is resolved\. \S+/);
    expect(requestId).toBe('request-1');
  });

  it.each([
    ['export_too_large', 'export job'],
    ['payload_too_large', 'Shorten'],
  ])('says what to do about %s, because 413 alone does not say it', (code, advice) => {
    expect(problemText(problem(413, undefined, code)).detail).toContain(advice);
  });

  it('does not take a fault of the page for a missing connection', () => {
    expect(problemText(new SyntaxError('Unexpected token <')).heading).toBe('The page failed');
  });

  it('tells a missing connection from an answer of the service', () => {
    expect(problemText(new TypeError('Failed to fetch')).heading).toBe('No connection');
    expect(problemText(problem(500)).heading).toBe('The service failed');
    expect(problemText(problem(400)).heading).toBe('The service refused this');
  });
});

describe('fieldErrors', () => {
  it('gathers the messages of each field', () => {
    const errors = [
      { path: 'name', message: 'Too long.' },
      { path: 'conditions.value_usd.gte', message: 'No number.' },
      { path: 'name', message: 'Taken.' },
    ];
    expect([...fieldErrors(problem(400, errors))]).toEqual([
      ['name', 'Too long. Taken.'],
      ['conditions.value_usd.gte', 'No number.'],
    ]);
  });

  it('is empty for an error without fields', () => {
    expect(fieldErrors(problem(500)).size).toBe(0);
    expect(fieldErrors(new TypeError('Failed to fetch')).size).toBe(0);
    expect(fieldErrors(null).size).toBe(0);
  });
});
