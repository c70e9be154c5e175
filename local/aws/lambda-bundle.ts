import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import vm from 'node:vm';
import * as z from 'zod';
import { fairTimeout } from '../processes/fair-timeout.ts';
import { instanceNetwork } from './instance-network.ts';

/** The status and headers that a streaming handler sends before its first byte. */
export const Prelude = z.object({
  statusCode: z.number().int(),
  headers: z.record(z.string(), z.string()).default({}),
});
export type Prelude = z.output<typeof Prelude>;

/** The stream to which a handler writes its response. Emits `prelude` once, before the first byte. */
export class ResponseStream extends PassThrough {}

export type Handler = (event: unknown, context: unknown) => unknown;
export type StreamingHandler = (event: unknown, response: ResponseStream, context: unknown) => unknown;

/** The handler of a bundle: buffered or streaming. */
export type Loaded = { readonly buffered: Handler } | { readonly streaming: StreamingHandler };

export interface Bundle {
  readonly handler: Loaded;
  /** Sets a variable of the environment, as Lambda does for each invocation. */
  setVariable(name: string, value: string): void;
  /** Sends SIGTERM to the process of the bundle, as Lambda does before it ends a process. */
  terminate(): void;
}

const streaming = new WeakSet<object>();

/** The global of Lambda's Node runtime by which a handler opts into response streaming. */
const awslambda = {
  streamifyResponse: (handler: StreamingHandler): StreamingHandler => {
    streaming.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from: (stream: ResponseStream, prelude: unknown): ResponseStream => {
      const head = Prelude.parse(prelude);
      const { write } = stream;
      // The runtime sends the prelude with the first `write`. A response that only calls `end` has no prelude.
      stream.write = new Proxy(write, {
        apply: (_target, _this, args) => {
          stream.write = write;
          stream.emit('prelude', head);
          return Reflect.apply(write, stream, args);
        },
      });
      return stream;
    },
  },
};

const parameters = ['module', 'exports', 'require', 'process', 'console', 'fetch', 'setTimeout', 'awslambda'] as const;

export interface InstanceOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly output: Writable;
  /** Ends the instance: its output is dropped, and its connections are cut. */
  readonly end: AbortSignal;
}

/** Loads a bundle again for each instance of a function. */
export type LoadInstance = (options: InstanceOptions) => Bundle;

/**
 * Compiles a bundle. Each load then runs the compiled code as if in a process of its own. Its `process.env` is the
 * environment of the function, its output goes to `output`, and its signal listeners get the signals of `terminate`.
 * The bundle is compiled with `process`, `console` and the like as parameters. The globals of this process stay
 * unchanged, so dozens of functions can share the process.
 * @throws Error when the file is missing or does not compile. The load throws when the bundle does not export a
 *   function under `exportName`.
 */
export function compileBundle(file: string, exportName: string): LoadInstance {
  const run = vm.compileFunction(readFileSync(file, 'utf8'), [...parameters], {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return ({ environment, output, end }) => {
    const events = new EventEmitter();
    // Calls that share an instance share this emitter. Each call may add a listener.
    events.setMaxListeners(0);
    const variables: Record<string, string> = { ...environment };
    const module: { exports: Record<string, unknown> } = { exports: {} };
    const network = instanceNetwork(end);
    const printed = untilEnd(output, end);
    const scope: Record<(typeof parameters)[number], unknown> = {
      module,
      exports: module.exports,
      require: network.require,
      process: processOf(variables, printed, events),
      console: new Console({ stdout: printed, stderr: printed }),
      fetch: network.fetch,
      setTimeout: fairTimeout,
      awslambda,
    };
    Reflect.apply(
      run,
      undefined,
      parameters.map((name) => scope[name]),
    );
    const handler = module.exports[exportName];
    if (!isFunction(handler)) throw new Error(`${file} exports no function ${exportName}`);
    return {
      handler: streaming.has(handler) ? { streaming: handler } : { buffered: handler },
      setVariable: (name, value) => {
        variables[name] = value;
      },
      terminate: () => void events.emit('SIGTERM'),
    };
  };
}

/** Passes the output of an instance on until the instance ends. */
const untilEnd = (output: Writable, end: AbortSignal): Writable =>
  new Writable({
    decodeStrings: false,
    write: (text, encoding, done) => {
      if (end.aborted) done();
      else output.write(text, encoding, done);
    },
  });

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';

/** The methods that listen and emit. A bundle must not call them on the real process, which has other listeners. */
const listening = new Set<string | symbol>(Object.keys(EventEmitter.prototype));

const processOf = (env: Record<string, string>, output: Writable, events: EventEmitter): NodeJS.Process =>
  new Proxy(process, {
    get: (target, key) => {
      if (key === 'env') return env;
      if (key === 'stdout' || key === 'stderr') return output;
      if (!listening.has(key)) return Reflect.get(target, key, target);
      const member: unknown = Reflect.get(events, key);
      return isFunction(member) ? member.bind(events) : member;
    },
  });
