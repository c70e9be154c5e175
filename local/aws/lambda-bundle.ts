import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import vm from 'node:vm';
import * as z from 'zod';

/** What a streaming handler says before its first byte. */
export const Prelude = z.object({
  statusCode: z.number().int(),
  headers: z.record(z.string(), z.string()).default({}),
});
export type Prelude = z.output<typeof Prelude>;

/** The stream a handler writes its answer to; emits `prelude` once, before the first byte. */
export class ResponseStream extends PassThrough {}

export type Handler = (event: unknown, context: unknown) => unknown;
export type StreamingHandler = (event: unknown, response: ResponseStream, context: unknown) => unknown;

/** A bundle's handler, of one kind or the other. */
export type Loaded = { readonly buffered: Handler } | { readonly streaming: StreamingHandler };

export interface Bundle {
  readonly handler: Loaded;
  /** Sends its process SIGTERM, as Lambda does before it ends one. */
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
      // With the first `write`, as the runtime does it: an answer that is only handed to `end` goes out without.
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

/**
 * Loads one bundle as its own little process: `process.env` is the function's environment alone, whatever it prints goes
 * to `output`, and its listeners for signals hear those sent to it. Compiled with these as parameters of the module, which leaves this process and its globals as they
 * are, so that dozens of functions can share it.
 * @throws Error when the file is missing, does not compile, or does not export a function under `exportName`.
 */
export function loadBundle(
  file: string,
  exportName: string,
  environment: Readonly<Record<string, string>>,
  output: Writable,
): Bundle {
  const events = new EventEmitter();
  // Runs of one function that would each have a process on AWS share this one, and each may listen.
  events.setMaxListeners(0);
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const scope = {
    module,
    exports: module.exports,
    require: builtin,
    process: processOf({ ...environment }, output, events),
    console: new Console({ stdout: output, stderr: output }),
    awslambda,
  };
  const run = vm.compileFunction(readFileSync(file, 'utf8'), Object.keys(scope), {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  Reflect.apply(run, undefined, Object.values(scope));
  const handler = module.exports[exportName];
  if (!isFunction(handler)) throw new Error(`${file} exports no function ${exportName}`);
  return {
    handler: streaming.has(handler) ? { streaming: handler } : { buffered: handler },
    terminate: () => void events.emit('SIGTERM'),
  };
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';

/** A bundle is complete in itself, so it may ask for Node's own modules only. Optional packages are told they are missing. */
function builtin(id: string): unknown {
  const found: unknown = process.getBuiltinModule(id);
  if (found === undefined) throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' });
  return found;
}

/** What listens and emits. On the bundle's process it must not reach the real one, which has listeners of its own. */
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
