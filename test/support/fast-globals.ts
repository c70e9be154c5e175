import { constants, createContext, runInContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

/** Jest takes these globals from Node itself, so that buffers of Node's modules are instances of them. */
const OF_NODE = new Set<string | symbol>(['Buffer', 'ArrayBuffer', 'Uint8Array']);

/** The global object of all test files of a process, and its properties before the first test file. */
const context = createContext(constants.DONT_CONTEXTIFY);
const global = runInContext('globalThis', context);
const initial = new Map(Reflect.ownKeys(global).map((name) => [name, Object.getOwnPropertyDescriptor(global, name)]));

/**
 * Jest's environment of Node, with a global object that is as fast as in production. Behind Jest's own global object
 * is a proxy, so that each `Math` or `BigInt` in a loop costs some 200 ns. That was half of the time of all tests.
 *
 * The test files of a process have the same global object one after the other, because they share the libraries
 * (shared-libraries.cjs). What a test file changes at the global object is undone at its end.
 */
export default class FastGlobals extends TestEnvironment {
  constructor(...[config, testContext]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, testContext);
    const slow = this.global;
    this.context = context;
    this.global = global;
    for (const name of Reflect.ownKeys(slow)) {
      if (initial.has(name) && !OF_NODE.has(name)) continue;
      if (Object.getOwnPropertyDescriptor(global, name)?.configurable === false) continue;
      Object.defineProperty(global, name, sameProperty(slow, name, global));
    }
    global.global = global;
    global.Error.stackTraceLimit = slow.Error.stackTraceLimit;
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global });
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    // A library may load a part of itself later, and needs the context then.
    this.context = context;
    for (const name of Reflect.ownKeys(global)) {
      const before = initial.get(name);
      if (before !== undefined) Reflect.defineProperty(global, name, before);
      // Requests that still run need the timers of Node. The next test file gets the globals of Node anew.
      else if (!Object.hasOwn(globalThis, name)) Reflect.deleteProperty(global, name);
    }
  }
}

/** A property with the value in `from`. A lazy global, such as `fetch`, is read only when a test needs it. */
function sameProperty(from: object, name: string | symbol, to: object): PropertyDescriptor {
  const { enumerable = true, ...found } = Object.getOwnPropertyDescriptor(from, name) ?? {};
  if ('value' in found) return { ...found, enumerable };
  const set = (value: unknown) => {
    Object.defineProperty(to, name, { value, enumerable, configurable: true, writable: true });
  };
  const get = () => {
    const value: unknown = Reflect.get(from, name);
    set(value);
    return value;
  };
  return { get, set, enumerable, configurable: true };
}
