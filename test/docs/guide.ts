import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../examples/receiver-process.ts';

/** The code blocks of a guide, by the heading above them. */
export class Guide {
  readonly #blocks: ReadonlyMap<string, readonly string[]>;

  /** @param name the file in `docs/guides`, without `.md`. */
  constructor(name: string) {
    const text = readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8');
    const sections = text.split(/^## (?:\d+\. )?/m).slice(1);
    this.#blocks = new Map(
      sections.map((section) => [
        section.split('\n', 1)[0] ?? '',
        [...section.matchAll(/^```(?:sh|ts|json)\n(.*?)^```$/gms)].map(([, code = '']) => code),
      ]),
    );
  }

  /** @throws Error when the section has another number of blocks. */
  blocks(heading: string, count: number): readonly string[] {
    const found = this.#blocks.get(heading) ?? [];
    if (found.length !== count) throw new Error(`"${heading}" has ${found.length} blocks, not ${count}.`);
    return found;
  }

  get headings(): readonly string[] {
    return [...this.#blocks].filter(([, blocks]) => blocks.length > 0).map(([heading]) => heading);
  }
}

const END = 'end-of-the-block';

/** A terminal: one bash that keeps variables and functions from block to block. */
export class Terminal {
  readonly #bash: ChildProcess;
  #output = '';
  #errors = '';

  constructor() {
    this.#bash = spawn('bash', ['-eo', 'pipefail'], { cwd: root, stdio: 'pipe' });
    this.#bash.stdout?.on('data', (chunk) => {
      this.#output += chunk;
    });
    this.#bash.stderr?.on('data', (chunk) => {
      this.#errors += chunk;
    });
  }

  /**
   * Runs a block and returns its output.
   * @throws Error when a command fails, with what the terminal shows.
   */
  run(block: string): Promise<string> {
    this.#output = '';
    return new Promise((resolve, reject) => {
      const onData = () => {
        if (!this.#output.includes(END)) return;
        stop();
        resolve(this.#output.slice(0, this.#output.indexOf(END)));
      };
      const onClose = () => {
        stop();
        reject(new Error(`The block failed:\n${block}\n${this.#output}\n${this.#errors}`));
      };
      const stop = () => {
        this.#bash.stdout?.off('data', onData);
        this.#bash.off('close', onClose);
      };
      this.#bash.stdout?.on('data', onData);
      this.#bash.on('close', onClose);
      this.#bash.stdin?.write(`${block}\nprintf '%s' ${END}\n`);
    });
  }

  close(): void {
    this.#bash.kill('SIGKILL');
  }
}
