import { packageTexts } from '@millrace/contract/package-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of packages and of the licence.
addTexts('translation', packageTexts)
