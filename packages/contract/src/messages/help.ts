import { administration } from './help/administration.ts'
import { design } from './help/design.ts'
import { engine } from './help/engine.ts'
import { integrate } from './help/integrate.ts'
import { people } from './help/people.ts'
import { standalone } from './help/standalone.ts'
import { work } from './help/work.ts'

export { helpWords } from './help/words.ts'

/**
 * What each page is for, by page of the guide: `line` stands under the title of the page, `about` says what is on it and
 * what can be done there. Loaded with the pages that show it, not with the program.
 */
export const helpTexts = {
  ...work,
  ...engine,
  ...design,
  ...integrate,
  ...people,
  ...administration,
  ...standalone,
} as const

export type HelpPage = keyof typeof helpTexts
