import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { ResponseStream } from '../../../local/aws/lambda-bundle.ts';
import { lambdaOf } from './functions-of-sources.ts';

const printsItself =
  'exports.handler = async () => { console.log(process.env.NAME, process.env.SHARED, process.env.PATH); };';

describe('A function in the local Lambda', () => {
  it('sees its own environment and not that of this process', async () => {
    const { lambda, printed } = lambdaOf({ one: printsItself, two: printsItself });
    await Promise.all([lambda.invoke('one', {}), lambda.invoke('two', {})]);
    expect(printed).toEqual(['one yes undefined\n', 'two yes undefined\n']);
  });

  it('keeps its state from one invocation to the next', async () => {
    const { lambda } = lambdaOf({ counter: 'let n = 0; exports.handler = async () => ++n;' });
    await lambda.invoke('counter', {});
    expect(await lambda.invoke('counter', {})).toEqual({ ok: true, result: 2 });
  });

  it('gets the event and a context', async () => {
    const source = `exports.handler = async (event, context) =>
      ({ event, left: context.getRemainingTimeInMillis() <= 1000, arn: context.invokedFunctionArn });`;
    const { lambda } = lambdaOf({ echo: source });
    expect(await lambda.invoke('echo', { a: 1 })).toEqual({
      ok: true,
      result: { event: { a: 1 }, left: true, arn: 'arn:echo' },
    });
  });

  it('that throws causes an error as Lambda reports it, and a log line', async () => {
    const { lambda, printed } = lambdaOf({ bad: "exports.handler = async () => { throw new TypeError('boom'); };" });
    expect(await lambda.invoke('bad', {})).toMatchObject({
      ok: false,
      error: { errorType: 'TypeError', errorMessage: 'boom' },
    });
    expect(JSON.parse(printed.join(''))).toMatchObject({
      event: 'function.failed',
      function: 'bad',
      errorMessage: 'boom',
    });
  });

  it('that throws an error which the caller expects causes no log line', async () => {
    const source = 'exports.handler = async (message) => { throw new Error(message); };';
    const { lambda, printed } = lambdaOf({ refuses: source });
    const isAnswer = ({ errorMessage }: { errorMessage: string }) => errorMessage === 'No';
    expect(await lambda.invoke('refuses', 'No', isAnswer)).toMatchObject({ ok: false, error: { errorMessage: 'No' } });
    expect(printed).toEqual([]);
    await lambda.invoke('refuses', 'boom', isAnswer);
    expect(printed).toEqual([expect.stringContaining('boom')]);
  });

  it.each([
    ['does not compile', 'exports.handler = (', 'SyntaxError'],
    ['exports no handler', '', 'Error'],
    ['needs a package that is not in its bundle', "require('left-pad')", 'Error'],
  ])('that %s fails at its invocation', async (_, source, errorType) => {
    const { lambda } = lambdaOf({ broken: source });
    expect(await lambda.invoke('broken', {})).toMatchObject({ ok: false, error: { errorType } });
  });

  it('that exceeds its time-out fails with Sandbox.Timedout', async () => {
    const { lambda } = lambdaOf({ slow: 'exports.handler = () => new Promise(() => {});' }, { timeoutMs: 20 });
    expect(await lambda.invoke('slow', {})).toMatchObject({
      ok: false,
      error: { errorMessage: expect.stringContaining('Task timed out after 0.02 seconds') },
    });
  });
});

describe('The stop of the local Lambda', () => {
  /** Runs until its process gets SIGTERM, like a watcher. */
  const untilTerminated = `
    exports.handler = () => new Promise((resolve) => process.once('SIGTERM', () => resolve('ended')));`;

  it('sends SIGTERM to every function and waits for running invocations', async () => {
    const { lambda } = lambdaOf({ one: untilTerminated, two: untilTerminated }, { timeoutMs: 60_000 });
    const running = Promise.all(['one', 'one', 'two'].map((name) => lambda.invoke(name, {})));
    await new Promise((resolve) => setImmediate(resolve));
    await lambda.stop(60_000);
    expect(await running).toEqual(Array.from({ length: 3 }, () => ({ ok: true, result: 'ended' })));
  });

  it('waits at most the given time', async () => {
    const { lambda } = lambdaOf({ deaf: 'exports.handler = () => new Promise(() => {});' });
    const running = lambda.invoke('deaf', {});
    await lambda.stop(20);
    expect(await running).toMatchObject({ ok: false, error: { errorMessage: expect.stringContaining('timed out') } });
  });

  it('does not trigger signal listeners of this process', async () => {
    const source = `process.on('SIGTERM', () => {}).on('exit', () => {});
      exports.handler = async () => [process.listenerCount('SIGTERM'), process.eventNames().length];`;
    const { lambda } = lambdaOf({ listens: source });
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    expect(await lambda.invoke('listens', {})).toEqual({ ok: true, result: [1, 2] });
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
  });
});

describe('A streaming function in the local Lambda', () => {
  const source = `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
    const out = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { a: 'b' } });
    out.write('one,');
    out.end('two');
  });`;

  it('sends status and headers before its response', async () => {
    const { lambda } = lambdaOf({ export: source });
    const stream = new ResponseStream();
    const preludes: unknown[] = [];
    stream.once('prelude', (prelude) => preludes.push(prelude));
    const [outcome, body] = await Promise.all([lambda.stream('export', {}, stream), text(stream)]);
    expect(outcome.ok).toBe(true);
    expect(preludes).toEqual([{ statusCode: 201, headers: { a: 'b' } }]);
    expect(body).toBe('one,two');
  });

  it('fails without a stream, as a buffered function fails with a stream', async () => {
    const { lambda } = lambdaOf({ export: source, plain: 'exports.handler = async () => 1;' });
    expect(await lambda.invoke('export', {})).toMatchObject({ ok: false });
    expect(await lambda.stream('plain', {}, new ResponseStream())).toMatchObject({ ok: false });
  });
});
