const { default: Runtime } = require('jest-runtime');

/** Jest and the CDK keep a state at the global object, where each test file begins anew. */
const OF_A_TEST_FILE = /\/node_modules\/(@jest\/|jest|expect\/|aws-cdk-lib\/|constructs\/)/;
const isLibrary = (path) => path.includes('/node_modules/') && !OF_A_TEST_FILE.test(path);

/** The loaded modules of a process, by path. Only libraries stay after the end of a test file. */
class LoadedModules extends Map {
  clear() {
    for (const path of this.keys()) if (!isLibrary(path)) this.delete(path);
  }
}
const modules = new LoadedModules();
const commonJsModules = new LoadedModules();

/**
 * Jest's runtime of a test file, which loads each library once for all test files of a process. To load the libraries
 * took a third of the time of all unit tests. The modules of this repository are loaded for each test file.
 */
module.exports = class SharedLibraries extends Runtime {
  constructor(...parts) {
    super(...parts);
    this.registries.esModuleRegistry = modules;
    this.registries.moduleRegistry = commonJsModules;
  }

  teardown() {
    super.teardown();
    // A library may load a part of itself later, and does so with the runtime of the file that loaded the library.
    this.testState.state = 'loading';
  }
};
