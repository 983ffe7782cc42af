/** Help texts of the pages of package sources. */
export const packageSourcesHelp = {
  packageSources: {
    line: 'Other installations and folders that packages are pulled from.',
    about: 'The sources of packages by name, with the result and the time of the last check.',
  },
  packageSource: {
    line: 'One source of packages: its address or folder, and its schedule.',
    about: 'The address or the folder of a source, its schedule, and the result of the last check.',
  },
} as const
