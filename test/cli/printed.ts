import { run } from '../../cli/program.ts';

interface PrintedOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each text on stderr. */
  readonly onError?: (text: string) => void;
  readonly stopped?: AbortSignal;
}

/**
 * Runs a command line in this process, without a terminal. Returns the exit code and what it printed.
 * @param environment nothing else: neither a key nor a login, unless a test gives it.
 */
export async function printed(
  args: readonly string[],
  { environment = {}, onError = () => {}, stopped = new AbortController().signal }: PrintedOptions = {},
) {
  let [out, err] = ['', ''];
  const code = await run(args, {
    environment: { XDG_CONFIG_HOME: '/nowhere', ...environment },
    stdout: { write: (text: string) => (out += text) },
    stderr: {
      write(text: string) {
        err += text;
        onError(text);
      },
    },
    untilStopped: () => stopped,
  });
  return { code, out, err };
}
