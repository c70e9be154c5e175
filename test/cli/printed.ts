import { run } from '../../cli/program.ts';

interface PrintedOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each text on stdout. */
  readonly onOutput?: (text: string) => void;
  /** Called with each text on stderr. */
  readonly onError?: (text: string) => void;
  readonly stopped?: AbortSignal;
  /** The width of the terminal that shows stdout and stderr; undefined for a pipe. */
  readonly columns?: number;
}

/**
 * Runs a command line in this process. Returns the exit code and what it printed.
 * @param environment nothing else: neither a key nor a login, unless a test gives it.
 */
export async function printed(
  args: readonly string[],
  {
    environment = {},
    onOutput = () => {},
    onError = () => {},
    stopped = new AbortController().signal,
    columns,
  }: PrintedOptions = {},
) {
  let [out, err] = ['', ''];
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const code = await run(args, {
    environment: { XDG_CONFIG_HOME: '/nowhere', ...environment },
    stdout: {
      ...terminal,
      write(text: string) {
        out += text;
        onOutput(text);
      },
    },
    stderr: {
      ...terminal,
      write(text: string) {
        err += text;
        onError(text);
      },
    },
    untilStopped: () => stopped,
  });
  return { code, out, err };
}
