/** Help texts of the pages of directories. */
export const directoriesHelp = {
  directories: {
    line: 'The directories of the workplace.',
    about: 'The directories of the workplace by name, with who created them and when.',
  },
  directory: {
    line: 'Name and description of one directory.',
    about: 'What is known of one directory, who created it and when, and the way to change it.',
  },
} as const
