/** The words that may follow a command, by the path of the command: `wallet list`. The root has the empty path. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** The completion script of a shell. The words have only letters, digits, dots and hyphens. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', words: Words): string {
  if (shell === 'fish') return fish(words);
  return shell === 'zsh'
    ? `#compdef chainwatch\nautoload -U bashcompinit && bashcompinit\n${bash(words)}`
    : bash(words);
}

const bash = (words: Words): string => `_chainwatch() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path}\${path:+ }$word" in
${Object.keys(words)
  .filter((path) => path !== '')
  .map((path) => `      "${path}") path="${path}" ;;\n`)
  .join('')}    esac
  done
  case "$path" in
${Object.entries(words)
  .map(([path, each]) => `    "${path}") words="${each.join(' ')}" ;;\n`)
  .join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _chainwatch chainwatch
`;

const fish = (words: Words): string =>
  Object.entries(words)
    .map(([path, each]) => `complete -c chainwatch -n '${fishCondition(path, words)}' -a '${each.join(' ')}'\n`)
    .join('');

/** Whether the command line so far is at this command, and at none below it. */
function fishCondition(path: string, words: Words): string {
  const above = path === '' ? [] : path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
  const depth = path === '' ? 0 : path.split(' ').length;
  const below = Object.keys(words)
    .filter(
      (other) => other !== '' && other.split(' ').length === depth + 1 && `${other} `.startsWith(path && `${path} `),
    )
    .map((other) => other.split(' ').at(-1));
  const not = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`];
  return [...above, ...not].join('; and ') || 'true';
}
