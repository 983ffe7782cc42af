/** The form that starts a process. */
export const startForm = {
  formTab: 'Form',
  diagramTab: 'Diagram',
  noFields: 'This process asks for nothing. Start it when you are ready.',
  formHelp: 'Nothing is sent until you start the process.',
  submit: 'Start process',
  started: 'Process started',
  failed: 'The process could not be started',
  notOpened: 'The process could not be opened',
  inputKept: 'Your input is still here.',
  back: 'Back to the processes',
  openInstance: 'Open instance',
} as const
