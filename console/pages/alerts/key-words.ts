/** What the keys of the list of alerts do. The guide *Triage alerts* lists the same. */
export const KEYS = [
  ['j', 'Next transaction'],
  ['k', 'Transaction before'],
  ['e', 'Acknowledge what is selected, or else what is open'],
  ['r', 'Resolve what is selected, or else what is open'],
  ['x', 'Select what is open, or take it out of the selection'],
  ['a', 'Select all that match the filters'],
  ['n', 'Show the alerts that are new'],
  ['1', 'Show the view Open critical'],
  ['2', 'Show the view Open'],
  ['3', 'Show the view All'],
  ['4 – 9', 'Show one of your saved views, in their order'],
  ['/', 'Go to the filters'],
  ['Ctrl Enter', 'Submit the note that you write'],
  ['Esc', 'Close the detail'],
  ['?', 'These keys'],
] as const;
