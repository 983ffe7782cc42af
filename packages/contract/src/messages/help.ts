import { administration } from './help/administration.ts'
import { design } from './help/design.ts'
import { engine } from './help/engine.ts'
import { integrate } from './help/integrate.ts'
import { people } from './help/people.ts'
import { standalone } from './help/standalone.ts'
import { work } from './help/work.ts'
import { directoriesHelp } from './help/directories.ts'
import { packageSourcesHelp } from './help/package-sources.ts'

export { helpLabels } from './help/labels.ts'

/**
 * Help texts of pages, by chapter of the guide: `line` is shown below the title of the page, `about` describes the page
 * and its actions. Loaded with the pages that show them.
 */
export const helpTexts = {
  ...work,
  ...engine,
  ...design,
  ...integrate,
  ...people,
  ...administration,
  ...standalone,
  ...directoriesHelp,
  ...packageSourcesHelp,
} as const

export type HelpPage = keyof typeof helpTexts
