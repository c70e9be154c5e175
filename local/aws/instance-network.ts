import { ClientRequest, request as httpRequest } from 'node:http';
import { Socket } from 'node:net';
import { fairTimeout, MOST_PATIENCE } from '../processes/fair-timeout.ts';

/** A part of Node by which an instance of a function reaches other processes. */
export interface InstanceNetwork {
  /** Replaces `require`. @throws Error with the code of Node when Node has no such module. */
  require(id: string): unknown;
  readonly fetch: typeof fetch;
}

/** The functions that open a connection, by module. */
const opening: Readonly<Record<string, readonly string[]>> = {
  http: ['request', 'get'],
  https: ['request', 'get'],
  net: ['connect', 'createConnection'],
  tls: ['connect'],
};

type Connection = ClientRequest | Socket;

/**
 * A network that ends with its instance. The end cuts every open connection, and no connection opens afterwards. The
 * code of the instance gets neither an answer nor an error, as if its process were gone: its `await` never returns.
 */
export function instanceNetwork(end: AbortSignal): InstanceNetwork {
  const connections = new Set<Connection>();
  end.addEventListener('abort', () => connections.forEach(silence));

  const opener = (module: object, id: string, name: string) => {
    const open: unknown = Reflect.get(module, name);
    if (!isFunction(open)) throw new Error(`${id} has no function ${name}`);
    return (...args: unknown[]): unknown => {
      if (end.aborted) return neverOpened(id);
      const connection = Reflect.apply(open, module, args);
      if (connection instanceof ClientRequest || connection instanceof Socket) {
        connections.add(connection);
        connection.once('socket', patient);
        connection.once('close', () => connections.delete(connection));
      }
      return connection;
    };
  };

  const modules = new Map<string, unknown>();
  const load = (id: string): unknown => {
    const module = builtin(id);
    // middy takes its timer from here.
    if (id === 'timers') return { ...module, setTimeout: fairTimeout };
    const names = opening[id];
    if (names === undefined) return module;
    const replaced = new Map<string | symbol, unknown>(names.map((name) => [name, opener(module, id, name)]));
    return new Proxy(module, { get: (target, key) => replaced.get(key) ?? Reflect.get(target, key) });
  };
  return {
    require: (given) => {
      const id = given.replace(/^node:/, '');
      // The same object for each call: packages compare modules.
      if (!modules.has(id)) modules.set(id, load(id));
      return modules.get(id);
    },
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        if (end.aborted) return;
        const given: unknown = init?.signal ?? Reflect.get(Object(input), 'signal');
        const signal = AbortSignal.any(given instanceof AbortSignal ? [end, given] : [end]);
        fetch(input, { ...init, signal }).then(resolve, (error: unknown) => {
          if (!end.aborted) reject(error);
        });
      }),
  };
}

/** Lets a connection be silent for longer than on AWS: a busy process reads an answer late. */
function patient(socket: Socket): void {
  if (Object.hasOwn(socket, 'setTimeout')) return;
  const { setTimeout } = socket;
  socket.setTimeout = (ms, passed) => setTimeout.call(socket, ms * MOST_PATIENCE, passed);
}

/** Cuts a connection. Nobody learns of the cut: the listeners belong to the instance that has ended. */
function silence(connection: Connection): void {
  const answer: unknown = Reflect.get(connection, 'res');
  for (const emitter of [connection, answer]) {
    if (!isEmitter(emitter)) continue;
    emitter.removeAllListeners();
    emitter.on('error', () => undefined);
  }
  connection.destroy();
}

/** A connection that waits for ever. It holds no resource of the operating system. */
const neverOpened = (id: string): Connection =>
  id.startsWith('http') ? httpRequest({ createConnection: () => new Socket() }) : new Socket();

/**
 * A bundle contains all its packages, so it can require Node's modules only. Optional packages are reported missing.
 */
function builtin(id: string): object {
  // Some modules, as `node:test`, have no name without the prefix.
  const found: unknown = process.getBuiltinModule(id) ?? process.getBuiltinModule(`node:${id}`);
  if (typeof found === 'object' && found !== null) return found;
  if (typeof found === 'function') return found;
  throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' });
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';

const isEmitter = (value: unknown): value is NodeJS.EventEmitter =>
  typeof value === 'object' && value !== null && 'removeAllListeners' in value;
