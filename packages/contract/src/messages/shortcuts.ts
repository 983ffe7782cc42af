/** What the keys do, in the order of the sheet that lists them. */
export const shortcuts = {
  openPalette: 'Search or run a command',
  focusSearch: 'Search on this page',
  show: 'Show the keyboard shortcuts',
  goBack: 'Close what is open, or go back',
  moveRow: 'Next and previous row',
  moveFocus: 'Up and down, to the first and last row',
  openRow: 'Open the row',
  selectRow: 'Select the row',
  selectMore: 'Select the rows on the way',
  selectPage: 'Select all rows of the page, or none',
  sendForm: 'Start, complete, or send a comment',
  moveTime: 'Earlier and later, on a time line',
  moveLine: 'Move the line between two parts, on it',
  moveCategory: 'Move the category',
  goTo: 'Go to {{page}}',
} as const
