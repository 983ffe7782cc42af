import { helpLabels, helpTexts } from '@millrace/contract/help-texts'
import { addTexts } from './languages.ts'

// Comes with the parts that show help, so it is not in the first load.
addTexts('help', { ...helpTexts, words: helpLabels })

export function isHelpPage(name: string): name is keyof typeof helpTexts {
  return Object.hasOwn(helpTexts, name)
}
