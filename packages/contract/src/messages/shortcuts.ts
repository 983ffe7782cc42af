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
  sendForm: 'Start or complete what the form is for, or send the comment',
  moveTime: 'Earlier and later step of an instance, on its time',
  moveLine: 'Move the line between two parts, on it',
  moveCategory: 'Move the category',
  goTo: 'Go to {{page}}',
} as const
