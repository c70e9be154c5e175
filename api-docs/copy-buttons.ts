/** How long a button says what became of a click. */
const SAID_MS = 2_000;

/** Gives each block of code a button that copies the code. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll('.guide pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    const frame = document.createElement('div');
    frame.className = 'code';
    code.replaceWith(frame);
    frame.append(code, button);
    button.addEventListener('click', async () => {
      button.textContent = await copied(code.textContent ?? '');
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SAID_MS);
    });
  }
}

/** Copies a text, and says in a word what became of it: a browser may refuse. */
const copied = (text: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
