/** Pages of package sources. */
export const packageSourcesHelp = {
  packageSources: {
    line: 'Other installations and folders that packages are pulled from.',
    about: 'The sources of packages by name, with the result and the time of the last look.',
  },
  packageSource: {
    line: 'One source of packages: where it is, and how often the server looks.',
    about: 'The address or the folder of a source, its schedule, and what the last look found.',
  },
} as const
